"use strict";

// On a television the tables are as large as they can be with nothing cut, down to what a sofa can read.
function fit() {
  const all = document.querySelector(".all");
  if (!all) return;
  all.style.fontSize = "";
  if (!matchMedia("(min-width: 60rem)").matches) return;
  for (let size = 1.6; size >= 0.65; size -= 0.05) {
    all.style.fontSize = `${size}rem`;
    for (const inRows of [false, true]) {
      all.classList.toggle("in-rows", inRows);
      if (all.scrollWidth <= all.clientWidth && all.scrollHeight <= all.clientHeight) return;
    }
  }
}

addEventListener("drawn", fit);
addEventListener("resize", fit);
fit();

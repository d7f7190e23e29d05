// Goes through all pages of all parts; what is smaller than it should be, and what is not seen whole on any page.
async least => {
  const wrong = new Set(), unseen = new Map();
  const texts = () => {
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), found = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    return found.filter((one) => one.data.trim() && !one.parentElement.closest(".hidden, noscript"));
  };
  const look = () => {
    const room = document.querySelector(".sheet.on"), { top, bottom } = room.getBoundingClientRect();
    const rows = [...room.querySelectorAll("tbody tr, tfoot tr")].map((one) => one.getBoundingClientRect());
    if (!rows.some((box) => box.height && box.top < bottom && box.bottom > top)) wrong.add("a page without a table");
    for (const text of texts()) {
      const parent = text.parentElement, range = document.createRange();
      range.selectNodeContents(text);
      for (const [at, box] of [...range.getClientRects()].entries()) {
        if (parseFloat(getComputedStyle(parent).fontSize) < least) wrong.add(`small: ${text.data}`);
        const places = [document.documentElement, parent.closest("section"), parent.closest(".pages, .sheet")];
        const isInside = places.filter(Boolean).every((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const cut = parseFloat(one.style.clipPath.split(" ")[2]) || 0;
          const isBelowHead = one.matches(".sheet") && parent.closest("tbody, tfoot");
          const high = top + (isBelowHead ? one.querySelector("thead").offsetHeight : 0);
          const low = one === document.documentElement ? innerHeight : bottom - cut;
          const isAcross = box.left >= left - 1 && box.right <= right + 1;
          return isAcross && (box.top + box.bottom) / 2 > high && box.bottom <= low + 4;
        });
        const key = `${text.data} ${at}`;
        const known = unseen.get(text) || unseen.set(text, new Map()).get(text);
        known.set(key, known.get(key) || isInside);
      }
    }
  };
  const all = texts();
  for (let page = 0; page < 16; page += 1) { look(); turn(); }
  for (const text of all) if (!unseen.has(text)) wrong.add(`never shown: ${text.data}`);
  for (const [, boxes] of unseen) for (const [key, isSeen] of boxes) if (!isSeen) wrong.add(`cut: ${key}`);
  const drawn = document.querySelector("#chart img");
  if (drawn) {
    const [, , wide, high] = /viewBox="([^"]*)"/.exec(await (await fetch(drawn.src)).text())[1].split(" ").map(Number);
    if (14 * Math.min(drawn.clientWidth / wide, drawn.clientHeight / high) < least) wrong.add("small: chart");
  }
  return [...wrong];
}

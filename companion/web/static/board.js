"use strict";

const READING = 12000; // milliseconds for which a page stays
const cuts = new WeakMap(); // of every part that has pages: where they begin and end
const at = { table: 0 }; // which table is shown, and which page of each part

// One table is shown at a time. What has no room in its part is shown page by page, with a dot for each.
function lay() {
  const tables = [...document.querySelectorAll("#tables .sheet")];
  at.table = Math.min(at.table, Math.max(0, tables.length - 1));
  tables.forEach((one, place) => one.classList.toggle("on", place === at.table));
  tables.filter((one) => one.scrollWidth > one.clientWidth).forEach((one) => one.classList.add("narrow")); // not even whole words fit
  const fresh = [...document.querySelectorAll(".pages, .sheet.on")].filter((one) => !cuts.has(one));
  fresh.forEach((one) => cuts.set(one, cut(one)));
  fresh.map((one) => open(one, one.closest("#last") ? 0 : at[one.closest("section").id] || 0)).forEach(mark);
}

// A page ends before the first row or paragraph that has no room on it; a paragraph longer than a page between lines.
function cut(room) {
  const high = Math.ceil(room.getBoundingClientRect().height);
  const above = room.getBoundingClientRect().top - room.scrollTop;
  const head = room.querySelector("thead");
  const found = [];
  let from = 0;
  let end = 0;
  const rows = [...room.querySelectorAll(":scope > :not(table), caption, thead, tbody tr, tfoot tr")];
  for (const row of rows) {
    const box = row.getBoundingClientRect();
    const covered = row.matches("tbody tr, tfoot tr") ? head.offsetHeight : 0;
    const top = box.top - above - covered;
    if (box.bottom - above - from > high && top > from) {
      found.push({ from, to: end, high });
      from = top;
    }
    end = box.bottom - above;
    const line = end - from > high ? parseFloat(getComputedStyle(row).lineHeight) : 0;
    for (const step = Math.floor((high - covered) / line) * line; step > 0 && end - from > high; from += step) found.push({ from, to: from + covered + step, high });
  }
  return [...found, { from, to: end, high }];
}

function open(room, wanted) {
  const page = Math.min(wanted, cuts.get(room).length - 1);
  at[room.closest("section").id] = page;
  room.scrollTop = cuts.get(room)[page].from;
  return room;
}

function mark(room) {
  const section = room.closest("section");
  const found = cuts.get(room);
  const page = at[section.id];
  const { from, to, high } = found[page];
  room.style.clipPath = found.length > 1 ? `inset(0 0 ${Math.max(0, high - to + from)}px)` : "";
  const others = Math.max(0, section.querySelectorAll(".sheet").length - 1);
  const count = found.length + others;
  section.querySelector(".dots")?.remove();
  if (count < 2) return;
  const dots = document.createElement("p");
  dots.className = "dots";
  dots.append(...Array.from({ length: count }, () => document.createElement("i")));
  dots.children[page + (others ? at.table : 0)].className = "on";
  section.append(dots);
}

function turn() {
  const tables = document.querySelectorAll("#tables .sheet");
  for (const room of document.querySelectorAll(".pages, .sheet.on")) {
    const { id } = room.closest("section");
    const next = (at[id] || 0) + 1;
    if (next < cuts.get(room).length) mark(open(room, next));
    else if (id === "tables" && tables.length > 1) {
      cuts.delete(room);
      Object.assign(at, { table: (at.table + 1) % tables.length, tables: 0 });
      lay();
    } else if (next > 1) mark(open(room, 0));
  }
}

function resized() {
  document.querySelectorAll(".pages, .sheet").forEach((one) => cuts.delete(one));
  lay();
}

addEventListener("drawn", lay);
addEventListener("resize", resized);
setInterval(turn, READING);
lay();

// Keeps a page as it is at the table: parts come from the server and take the place of those with the same name.
// A tap is sent with the number of what it was made on, so that nothing is done on what has changed meanwhile.
"use strict";

const SILENCE = 40000; // milliseconds without a word after which the stream counts as dead
const AGAIN = 1500; // milliseconds before it is asked for again
const GLANCE = 350; // milliseconds for which a tap may be meant for what stood there before
const PEEK = 5000; // milliseconds for which what is hidden is shown
const PAUSE = 500; // milliseconds after which a typed number counts
const NEAR = 20; // pixels between the two taps of one double tap
const page = document.body.dataset.page;
const lost = document.getElementById("lost");

// What stands on the page.
const drawing = {
  parts: {}, // the html of each
  isOn: false,
  changed: -GLANCE, // when something changed that was not asked for here
  changedOwn: -GLANCE, // the same for one's own number, which the numbers of others leave as it is
};

// Puts new parts in their places. What is there already stays as it is, and so does what was drawn later: an answer may
// come after a drawing that the stream brought.
function show(parts, isAnswer) {
  for (const [name, html] of Object.entries(parts)) {
    const place = document.getElementById(name);
    if (place === null || drawing.parts[name] === html) continue;
    const isEntry = name === "entry";
    const newer = isEntry ? Number(place.querySelector("[data-drawn]")?.dataset.drawn) - drawnIn(html) : NaN;
    if (newer > 0 || (newer === 0 && !isAnswer)) continue;
    const isNews = isEntry && !isAnswer && !taps.isSending;
    const ownBefore = ownIn(place);
    if (isNews) drawing.changed = performance.now();
    drawing.parts[name] = html;
    redraw(place, html);
    if (isNews && ownBefore !== ownIn(place)) drawing.changedOwn = drawing.changed;
  }
  afterDrawing();
  dispatchEvent(new Event("drawn"));
}

// Folds, scrolling and what is typed stay as they are while the same is asked.
function redraw(place, html) {
  const asked = keptOf(place);
  const open = new Set([...place.querySelectorAll("details")].map((one, at) => one.open && fold(one, at)));
  const typed = new Map(fieldsIn(place).filter(isTyped).map((one) => [fieldOf(one), one.value]));
  const had = place.contains(document.activeElement) && document.activeElement.matches("input") && document.activeElement;
  const scrolled = place.querySelector(".body")?.scrollTop;
  drawing.isOn = true;
  place.innerHTML = html;
  if (place.id === "entry") document.querySelector("#turn + .toast")?.remove();
  drawing.isOn = false;
  const isSame = asked === keptOf(place);
  if (place.id !== "last" && (place.id !== "entry" || isSame)) {
    place.querySelectorAll("details").forEach((one, at) => { one.open = open.has(fold(one, at)) || one.open; });
  }
  if (!isSame) return;
  if (scrolled) place.querySelector(".body")?.scrollTo(0, scrolled);
  for (const now of fieldsIn(place)) {
    now.value = typed.get(fieldOf(now)) ?? now.value;
    if (had && fieldOf(had) === fieldOf(now)) {
      now.focus({ preventScroll: true });
      now.setSelectionRange(had.selectionStart, had.selectionEnd);
    }
  }
}

// After every drawing: the toast goes below whose turn it is, where it covers nothing; what scrolls can have the focus.
function afterDrawing() {
  const toast = document.querySelector("#entry .toast");
  if (toast) document.getElementById("turn").after(toast);
  letScroll();
  find();
  nameTab();
  sheet.keep(false);
}

const SCROLLS = ".sheet, .body, .result, .actions, .gauges, .log details > div";
function letScroll() {
  document.querySelectorAll(SCROLLS).forEach((one) => {
    const isScrolled = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
    if (isScrolled) one.tabIndex = 0;
    else one.removeAttribute("tabindex");
  });
}
addEventListener("resize", letScroll);

// While the sheet covers the page, nothing behind it takes the focus. Each step in it is one in the history, so that the
// phone's Back steps back inside it; when it closes, all of them go.
const sheet = {
  depth: history.state?.depth ?? 0,

  keep(isStep) {
    const panel = document.querySelector("#entry .panel");
    const covers = panel !== null && getComputedStyle(document.querySelector("main")).position === "fixed";
    document.querySelectorAll("header, main section:not(#entry)").forEach((one) => { one.inert = covers; });
    if (panel) panel.ariaModal = covers;
    if (panel && (isStep || !sheet.depth)) history.pushState({ depth: ++sheet.depth }, "");
    if (!panel && sheet.depth) { history.go(-sheet.depth); sheet.depth = 0; }
  },

  tap(...values) {
    const button = values.map((value) => document.querySelector(`#entry .panel button[value="${value}"]`)).find(Boolean);
    taps.last = { x: NaN, y: NaN }; // nowhere, so it's no double tap
    if (button) taps.send(button.form, button);
  },
};
addEventListener("popstate", ({ state }) => {
  if ((state?.depth ?? 0) < sheet.depth) sheet.tap("press:shift+tab", "press:escape");
  sheet.depth = state?.depth ?? 0;
});
addEventListener("keydown", ({ key }) => { if (key === "Escape") sheet.tap("press:escape"); });

// What is typed and not sent yet outlives every redraw.
function fieldsIn(place) {
  return [...place.querySelectorAll("input[name=text]")];
}
function fieldOf(field) {
  return `${field.dataset.keep} ${field.dataset.target}`;
}
function isTyped(field) {
  return field.value !== field.defaultValue;
}

// The tab says whose turn it is where it is one's own.
const title = document.title;
function nameTab() {
  const mine = document.querySelector("[data-title]");
  document.title = mine ? `${mine.dataset.title} · ${title}` : title;
}

// Entries are known by their numbers, other folds by their places and titles.
function fold(one, at) {
  const number = one.querySelector(".number");
  return number ? number.textContent : `${at} ${one.firstElementChild.textContent}`;
}

// After a tap of one's own: a new question is in sight and has the focus, so that it is read aloud; what is saved is
// said, and turn and scores are in sight again. A redraw that others caused moves nothing.
function bringIntoSight(before) {
  const entry = document.getElementById("entry");
  const panel = entry.querySelector(".panel");
  const asked = questionIn(entry);
  if (!panel && !(entry.querySelector(".own") && keptOf(entry) === before)) scrollTo(0, 0);
  else if (keptOf(entry) !== before) asked.focus({ preventScroll: true });
  const alert = entry.querySelector(".tally") ? null : entry.querySelector("[role=alert]"); // counters stay under the thumb
  const counters = keptOf(entry) === before ? null : entry.querySelector(".tally");
  counters?.scrollIntoView({ block: "nearest" });
  (alert || (keptOf(entry) === before ? null : asked))?.scrollIntoView({ block: "nearest" });
  document.getElementById("live").textContent = document.querySelector(".toast > div")?.textContent ?? "";
}

function drawnIn(html) {
  return Number(/data-drawn="(\d+)"/.exec(html)?.[1]);
}

function questionIn(place) {
  return place.querySelector("h3") ?? place.querySelector("h2");
}

function ownIn(place) {
  return place.querySelector(".own")?.dataset.own;
}

// What is asked there: a fold stays open only as long as that is the same.
function keptOf(place) {
  return questionIn(place)?.textContent;
}

// Names that do not begin so, nor hold a word that does, step aside while one is typed.
function find() {
  const field = document.querySelector("#entry .typed input[data-keep]");
  const choices = document.querySelectorAll("#entry .choices button");
  const typed = field ? plain(field.value) : "";
  choices.forEach((one) => {
    const fits = plain(one.textContent).split(/[\s(]+/).some((word) => word.startsWith(typed)) || plain(one.textContent).startsWith(typed);
    one.hidden = typed !== "" && !fits;
  });
}

function plain(text) {
  return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().trim();
}

// The stream of what is new.
const stream = {
  source: null,
  heard: Date.now(), // when it last said something
  retry: 0,

  listen() {
    clearTimeout(stream.retry);
    stream.source?.close();
    stream.heard = Date.now();
    const source = new EventSource(`/live?${new URLSearchParams({ page, table: document.body.dataset.table })}`);
    source.onmessage = (event) => {
      stream.heard = Date.now();
      lost.hidden = true;
      lost.textContent = lost.dataset.lost;
      show(JSON.parse(event.data), false);
    };
    source.addEventListener("go", (event) => { location.replace(event.data); });
    source.addEventListener("ended", (event) => { lost.textContent = event.data; lost.hidden = false; });
    source.onerror = () => {
      source.close();
      stream.lose();
    };
    stream.source = source;
  },

  // Says that the table is out of reach, and soon asks for it anew.
  lose() {
    lost.hidden = false;
    clearTimeout(stream.retry);
    stream.retry = setTimeout(stream.again, AGAIN);
  },

  async again() {
    try {
      if ((await fetch("/players.css")).status === 401) return leave();
    } catch { /* no network yet */ }
    return stream.listen();
  },

  // A phone that slept, or a network that went: what is silent for too long is asked for anew.
  wake() {
    const isDead = Date.now() - stream.heard > SILENCE || stream.source.readyState === EventSource.CLOSED;
    if (document.visibilityState === "visible" && isDead) stream.listen();
  },
};

// Whoever is not known any more is told why, and asked for the code.
function leave() {
  location.replace("/");
}

// Taps that count one more or less are kept while one is on its way; any other second tap is none.
function counts(button) {
  return button !== null && button.closest(".tally, .keypad") !== null;
}

function keyOf(button) {
  return button.dataset.key ?? button.value;
}

// The same counter or key in what is drawn now.
function sameKey(key) {
  return document.querySelector(`#entry :is(.tally, .keypad) button:is([data-key="${key}"], [value="${key}"])`);
}

// A counter stays where it was tapped, whatever grows above it.
function hold(key, high) {
  const button = sameKey(key);
  const body = button?.closest(".body") ?? document.scrollingElement;
  if (button) body.scrollTop += button.getBoundingClientRect().top - high;
  if (!document.activeElement.matches("input")) button?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  if (event.detail) taps.last = { x: event.clientX, y: event.clientY };
  if (event.target.closest("a, summary") && taps.isTwice()) event.preventDefault(); // it was meant for what just closed
}, true);

// An answer that was typed and not taken yet, whose button comes before the one that saves.
function untaken(button) {
  if (!button?.matches("#entry .main")) return null;
  const field = fieldsIn(document.getElementById("entry")).find((one) => (one.dataset.target || one.value.trim()) && isTyped(one));
  return field?.form.querySelector(field.dataset.target ? `button[value="${field.dataset.target}"]` : "button[value=say]");
}

function warnings() {
  return [...document.querySelectorAll("#entry :is(.warn, .bad)")].map((one) => one.textContent).join();
}

const taps = {
  isSending: false,
  isTaking: false, // what is being sent was typed
  last: { x: -NEAR, y: -NEAR }, // where the last tap was
  answered: { x: 0, y: 0, at: -GLANCE }, // where the last answered tap was, and when its answer stood there
  pressed: null, // the button that counts once what was typed is taken
  waiting: [], // counters and keys tapped while a tap is on its way

  isTwice() {
    const far = Math.hypot(taps.last.x - taps.answered.x, taps.last.y - taps.answered.y);
    return performance.now() - taps.answered.at < GLANCE && far < NEAR;
  },

  // Whether a tap was meant for something that stood there just before: a double tap, or one that was overtaken.
  isLate(button) {
    if (!button || !button.closest("#entry, .toast")) return false;
    const changed = button.closest(".own") ? drawing.changedOwn : drawing.changed;
    return (taps.isTwice() && !counts(button)) || performance.now() - changed < GLANCE;
  },

  async send(form, submitter, isMeant = false) {
    const take = untaken(submitter);
    if (take || (taps.isTaking && submitter && !counts(submitter))) {
      taps.pressed = { value: submitter.value, text: submitter.textContent, warnings: warnings() };
    }
    if (take && !taps.isSending) return taps.send(take.form, take, true);
    if (taps.isSending) {
      if (counts(submitter)) taps.waiting.push(keyOf(submitter));
      return undefined;
    }
    if (!isMeant && taps.isLate(submitter)) return undefined;
    taps.isSending = true;
    taps.isTaking = submitter?.matches(".hidden, .take") ?? false;
    try {
      if (!await ask(form, submitter)) return undefined;
    } catch {
      taps.waiting.length = 0;
      taps.pressed = null;
      stream.lose(); // the stream may be as lost as the answer; once it's live, nothing is
    } finally {
      taps.isSending = taps.isTaking = false;
    }
    const next = sameKey(taps.waiting.shift());
    if (next && !next.disabled) return taps.send(next.form, next);
    taps.waiting.length = 0;
    return taps.press();
  },

  // After what was typed is taken, the button counts that was tapped meanwhile; but a warning that the answer leads to
  // is seen before anything is saved.
  press() {
    const then = taps.pressed;
    taps.pressed = null;
    const same = [...document.querySelectorAll(`#entry button[value="${then?.value}"]`)].find((one) => one.textContent === then.text);
    if (same && (!same.matches(".main") || warnings() === then.warnings)) return taps.send(same.form, same, true);
    if (same) document.querySelector("#entry :is(.foot, .own)")?.classList.add("changed");
    return undefined;
  },
};

// Sends a form and shows the answer. False if another page comes instead.
async function ask(form, submitter) {
  const sent = form.querySelector("input[name=text]");
  const text = sent?.value;
  const tap = taps.last;
  const body = new URLSearchParams(new FormData(form));
  if (submitter && submitter.name) body.set(submitter.name, submitter.value);
  const high = counts(submitter) ? submitter.getBoundingClientRect().top : null;
  const isEntry = form.closest("#entry, .toast") !== null; // asked now: what comes meanwhile takes the form away
  const before = isEntry ? keptOf(document.getElementById("entry")) : "";
  const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { Accept: "application/json" } });
  if (answer.status === 401) { leave(); return false; }
  if (!answer.ok) throw new Error(String(answer.status));
  lost.hidden = true;
  const said = await answer.json();
  if (said.go) { location.assign(said.go); return false; }
  if (sent) sent.defaultValue = text; // it was sent: what comes back counts
  show(said.parts, true);
  taps.answered = { ...tap, at: performance.now() };
  if (isEntry) bringIntoSight(before);
  else document.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
  if (isEntry && submitter?.value !== "press:shift+tab" && keptOf(document.getElementById("entry")) !== before) sheet.keep(true);
  if (high !== null) hold(keyOf(submitter), high);
  return true;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("action") === "/join") return;
  event.preventDefault();
  taps.send(form, event.submitter);
});

// The link for others: shared where the browser can, which some do only on safe addresses; else copied.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-copied]");
  if (!button) return;
  const link = button.previousElementSibling;
  if (navigator.share) {
    navigator.share({ text: link.innerText }).catch(() => {});
    return;
  }
  getSelection().selectAllChildren(link);
  if (document.execCommand("copy")) button.textContent = button.dataset.copied;
});

// A number typed into a counter counts after a pause, or as soon as it is left.
const numbers = {
  pause: 0,

  wait(text) {
    clearTimeout(numbers.pause);
    if (/^[-−+]?\d+$/.test(text)) numbers.pause = setTimeout(numbers.take, PAUSE);
  },

  take() {
    const field = fieldsIn(document).find((one) => one.dataset.target && isTyped(one));
    clearTimeout(numbers.pause);
    field?.form.requestSubmit(field.form.querySelector(`button[value="${field.dataset.target}"]`));
  },
};
document.addEventListener("input", (event) => {
  find();
  numbers.wait(event.target.value);
});
document.addEventListener("focusout", () => { if (!drawing.isOn) numbers.take(); });
document.addEventListener("focusin", (event) => { if (event.target.matches(".tally input")) event.target.select(); });

// What is hidden from the others is shown for a moment only.
document.addEventListener("toggle", (event) => {
  letScroll();
  if (event.target.matches(".cover[open]")) setTimeout(() => { document.querySelector(".cover").open = false; }, PEEK);
}, true);

// The picture that was photographed holds the code; it stays out of the history.
function joinByPicture() {
  const code = decodeURIComponent(location.hash.slice(1));
  if (!code) return;
  history.replaceState(null, "", "/");
  document.querySelector("input[name=code]").value = code;
  document.querySelector("form").requestSubmit();
}

if (page === "join") {
  joinByPicture();
  addEventListener("hashchange", joinByPicture);
} else {
  if (location.hash) history.replaceState(null, "", location.pathname);
  stream.listen();
  document.addEventListener("visibilitychange", stream.wake);
  addEventListener("online", stream.listen);
  addEventListener("offline", () => { lost.hidden = false; });
  addEventListener("pageshow", stream.wake);
  setInterval(stream.wake, 5000);
  afterDrawing();
}

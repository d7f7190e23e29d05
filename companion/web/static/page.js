// Keeps a page as it is at the table: parts come from the server and take the place of those with the same name.
// A tap is sent with the number of what it was made on, so that nothing is done on what has changed meanwhile.
"use strict";

const SILENCE = 10000; // milliseconds without a word after which the laptop is out of reach: some beats of the stream
const AGAIN = 1500; // milliseconds before it is asked again
const GLANCE = 350; // milliseconds for which a tap may be meant for what stood there before
const NOTICE = 5000; // milliseconds for which it's said that a tap was not done
const PEEK = 5000; // milliseconds for which what is hidden is shown
const PAUSE = 500; // milliseconds after which a typed number counts
const NEAR = 20; // pixels between the two taps of one double tap
const page = document.body.dataset.page;
const entry = document.getElementById("entry"); // null on other pages than the table
const notice = document.getElementById("notice");

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
    const isNews = isEntry && !isAnswer && tap.is !== "sending";
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

// After every drawing: what scrolls can have the focus.
function afterDrawing() {
  letScroll();
  find();
  tellTurn();
  fit();
  sheet.keep(false);
  drawTap();
}

const SCROLLS = ".sheet, .body, .result, .actions, .gauges, .log details > div";
function letScroll() {
  document.querySelectorAll(SCROLLS).forEach((one) => {
    const isScrolled = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
    if (isScrolled) one.tabIndex = 0;
    else one.removeAttribute("tabindex");
  });
}
addEventListener("resize", () => { letScroll(); fit(); });

// While the sheet covers the page, nothing behind it takes the focus. Each step in it is one in the history, so that the
// phone's Back steps back inside it; when it closes, all of them go.
const sheet = {
  depth: history.state?.depth ?? 0,

  keep(isStep) {
    const panel = document.querySelector("#entry .panel");
    const covers = panel !== null && getComputedStyle(entry).position === "fixed";
    document.querySelectorAll("header, main section:not(#entry)").forEach((one) => { one.inert = covers; });
    if (panel) panel.ariaModal = covers;
    if (panel && (isStep || !sheet.depth)) history.pushState({ depth: ++sheet.depth }, "");
    if (!panel && sheet.depth) { history.go(-sheet.depth); sheet.depth = 0; }
  },

  tap(...values) {
    const button = values.map((value) => document.querySelector(`#entry .panel button[value="${value}"]`)).find(Boolean);
    touched = { x: NaN, y: NaN }; // nowhere, so it's no double tap
    if (button) send(button.form, button);
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

// One's own turn: the tab says so, and the phone vibrates once if its owner wants that. Some can't, and have no switch.
const title = document.title;
function tellTurn() {
  const mine = document.querySelector("[data-title]")?.dataset.title ?? "";
  if (mine && drawing.turn === "" && localStorage.vibrates) navigator.vibrate?.(200);
  drawing.turn = mine;
  document.title = mine ? `● ${mine} · ${title}` : title;
  const toggle = document.querySelector("[data-vibrates]");
  if (!toggle) return;
  toggle.hidden = !navigator.vibrate;
  toggle.ariaPressed = Boolean(localStorage.vibrates);
}

// A television shows all tables at once, as large as they fit.
function fit() {
  const all = document.querySelector(".all");
  if (getComputedStyle(document.body).overflowY !== "hidden" || !all) return;
  for (let size = 1.4; size > 0.65; size -= 0.05) {
    all.style.fontSize = `${size}rem`;
    if (all.scrollHeight <= all.clientHeight && all.scrollWidth <= all.clientWidth) return;
  }
}

// Entries are known by their numbers, other folds by their places and titles.
function fold(one, at) {
  const number = one.querySelector(".number");
  return number ? number.textContent : `${at} ${one.firstElementChild.textContent}`;
}

// After a tap of one's own: a new question is in sight and has the focus, so that it is read aloud; what is saved is
// said, and turn and scores are in sight again. A redraw that others caused moves nothing.
function bringIntoSight(before) {
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
  fault: "", // why nothing new comes: "lost", or what the server said before it ended

  listen() {
    clearTimeout(stream.retry);
    stream.source?.close();
    stream.heard = Date.now();
    stream.source = new EventSource(`/live?${new URLSearchParams({ page, table: document.body.dataset.table })}`);
    stream.source.onmessage = (event) => {
      stream.heard = Date.now();
      stream.fault = "";
      show(JSON.parse(event.data), false);
      if (tap.is === "failed" && tap.request) transmit(tap.request);
    };
    stream.source.addEventListener("go", (event) => { location.replace(event.data); });
    stream.source.addEventListener("ended", (event) => { stream.fault = event.data; });
    stream.source.onerror = stream.lose;
  },

  // Says that the laptop is out of reach, and soon asks for it anew.
  lose() {
    stream.source.close();
    stream.fault ||= "lost";
    drawTap();
    clearTimeout(stream.retry);
    stream.retry = setTimeout(stream.again, AGAIN);
  },

  async again() {
    try {
      const answer = await fetch("/players.css", { signal: AbortSignal.timeout(SILENCE) });
      return answer.status === 401 ? leave() : stream.listen();
    } catch {
      return stream.lose();
    }
  },

  // A laptop that sleeps leaves the stream open and is silent.
  watch() {
    if (!stream.fault && !document.hidden && Date.now() - stream.heard > SILENCE) stream.lose();
  },

  // A phone that slept heard nothing either.
  wake() {
    if (!document.hidden && Date.now() - stream.heard > SILENCE) stream.listen();
  },
};

// Whoever is not known any more is told why, and asked for the code.
function leave() {
  location.replace("/");
}

// What a tap is doing: nothing (idle), on its way (sending), answered (sent), or not done (failed). What shows it follows
// from this one value. One that could not be sent keeps its request, which is sent once the laptop answers again.
let tap = { is: "idle" };
let touched = { x: NaN, y: NaN }; // where the last tap was

function become(next) {
  tap = next;
  drawTap();
}

// Says for a moment that a tap was not done, or, of one that could not be sent, until it is.
function fail(request = null) {
  const failed = { is: "failed", request };
  become(failed);
  if (!request) setTimeout(() => { if (tap === failed) become({ is: "idle" }); }, NOTICE);
}

function drawTap() {
  document.body.dataset.tap = tap.is;
  document.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
  if (tap.is === "sending" && tap.request.tapped) buttonNow(tap.request.tapped)?.setAttribute("aria-busy", "true");
  const says = tap.is === "failed" ? (tap.request ? "kept" : "late") : stream.fault;
  notice.hidden = !says;
  notice.className = says === "late" ? "late" : "";
  notice.textContent = notice.dataset[says] ?? says;
}

// A button as it is found again after a redraw: counters and keys by what they count, others by what they do and say.
function describe(button) {
  const { value, textContent: text } = button;
  return { key: counts(button) ? keyOf(button) : "", value, text, asked: keptOf(entry), warnings: warnings() };
}

function buttonNow({ key, value, text }) {
  const isSame = (one) => (key ? counts(one) && keyOf(one) === key : one.value === value && one.textContent === text);
  return [...entry.querySelectorAll("button")].find(isSame);
}

// Taps that count one more or less all count, however fast.
function counts(button) {
  return button.closest("#entry :is(.tally, .keypad)") !== null;
}

function keyOf(button) {
  return button.dataset.key ?? button.value;
}

function warnings() {
  return [...entry.querySelectorAll(".warn, .bad")].map((one) => one.textContent).join();
}

// An answer that was typed and not taken yet, whose button comes before the one that saves.
function untaken(button) {
  if (!button?.matches("#entry .main")) return null;
  const field = fieldsIn(entry).find((one) => (one.dataset.target || one.value.trim()) && isTyped(one));
  return field?.form.querySelector(field.dataset.target ? `button[value="${field.dataset.target}"]` : "button[value=say]");
}

function isTwice() {
  const far = Math.hypot(touched.x - tap.x, touched.y - tap.y);
  return tap.is === "sent" && performance.now() - tap.at < GLANCE && far < NEAR;
}

// Whether a tap was meant for something that stood there just before: a double tap, or one that was overtaken.
function isLate(button) {
  if (!button?.closest("#entry")) return false;
  const changed = button.closest(".own") ? drawing.changedOwn : drawing.changed;
  return (isTwice() && !counts(button)) || performance.now() - changed < GLANCE;
}

// Sends a tap. What is tapped while another one is on its way waits for it; what was typed is taken before it's saved.
function send(form, button, isMeant = false) {
  if (tap.request) return wait(button); // on its way, or kept until there is a connection
  if (!isMeant && isLate(button)) return fail();
  const take = untaken(button);
  return take ? transmit(requestOf(take.form, take, [describe(button)])) : transmit(requestOf(form, button, []));
}

function wait(button) {
  const { next, tapped: now } = tap.request;
  if (!button || !now) return;
  const then = describe(button);
  const isDouble = [now, ...next].some(({ value, text }) => value === then.value && text === then.text);
  if (then.key || !isDouble) next.push(then);
}

function requestOf(form, button, next) {
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  const isEntry = form.closest("#entry") !== null; // asked now: what comes meanwhile takes the form away
  const high = isEntry && button && counts(button) ? button.getBoundingClientRect().top : null;
  const [field] = fieldsIn(form);
  const typed = { field, text: field?.value };
  return { action: form.getAttribute("action"), body, tapped: isEntry && button && describe(button), typed, high, next, touched };
}

async function transmit(request) {
  become({ is: "sending", request });
  let said = null;
  try {
    const { action, body } = request;
    const asking = { method: "POST", body, headers: { Accept: "application/json" }, signal: AbortSignal.timeout(SILENCE) };
    const answer = await fetch(action, asking);
    if (answer.status === 401) return leave();
    if (!answer.ok) return fail();
    said = await answer.json();
  } catch {
    fail(request);
    return stream.lose(); // the stream may be as lost as the answer; once it's live, nothing is
  }
  return said.go ? location.assign(said.go) : take(request, said);
}

// Shows the answer to a tap, then sends the next one that waits.
function take({ tapped, typed, high, next, touched: { x, y } }, said) {
  if (typed.field) typed.field.defaultValue = typed.text; // it was sent: what comes back counts
  show(said.parts, true);
  if (said.late) return fail();
  become({ is: "sent", at: performance.now(), x, y });
  if (!tapped) return document.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
  bringIntoSight(tapped.asked);
  if (tapped.value !== "press:shift+tab" && keptOf(entry) !== tapped.asked) sheet.keep(true);
  if (high !== null) hold(tapped, high);
  return goOn(next);
}

// What was tapped meanwhile counts if it's still there; but a warning that the answer leads to is seen before anything is
// saved, and another question is never answered.
function goOn([then, ...rest]) {
  if (!then) return undefined;
  const button = buttonNow(then);
  if (then.key && (!button || button.disabled)) return goOn(rest);
  const isMeant = then.key || (button && (button.matches(".main") ? warnings() === then.warnings : keptOf(entry) === then.asked));
  return isMeant ? transmit(requestOf(button.form, button, rest)) : fail();
}

// A counter stays where it was tapped, whatever grows or shrinks above it.
function hold(tapped, high) {
  const button = buttonNow(tapped);
  const body = button?.closest(".body") ?? document.scrollingElement;
  if (button) body.scrollTop += button.getBoundingClientRect().top - high;
  const above = button ? high - button.getBoundingClientRect().top : 0; // what shrank, where nothing can be scrolled
  if (above > 0) button.closest(".tally").style.marginTop = `${above}px`;
  if (!document.activeElement.matches("input")) button?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  if (event.detail) touched = { x: event.clientX, y: event.clientY };
  if (event.target.closest("a, summary") && isTwice()) event.preventDefault(); // it was meant for what just closed
}, true);

document.addEventListener("submit", (event) => {
  if (event.target.getAttribute("action") === "/join") return;
  event.preventDefault();
  send(event.target, event.submitter);
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

document.addEventListener("click", ({ target }) => {
  if (!target.matches("[data-vibrates]")) return;
  localStorage.vibrates = localStorage.vibrates ? "" : "yes";
  tellTurn();
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

document.addEventListener("animationend", ({ animationName, target }) => { if (animationName === "gone") target.remove(); });

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
  addEventListener("offline", stream.lose);
  addEventListener("pageshow", stream.wake);
  setInterval(stream.watch, 1000);
  afterDrawing();
}

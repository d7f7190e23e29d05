// What is cut or out of sight on a page with a sheet; the first answers are in sight below their question.
page => {
  document.body.className = "table";
  document.body.innerHTML = page;
  const found = [], body = document.querySelector(".body"), controls = ":is(button, input, summary):not(.hidden)";
  const fault = (what, one) => found.push(`${what}: ${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`);
  if (document.documentElement.scrollWidth > innerWidth) fault("sideways", document.body);
  for (const one of document.querySelectorAll(`.panel ${controls}, .foot :is(.pay li, p:first-of-type)`)) {
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    if (!width && one.matches(".pay li")) fault("not shown", one);
    if (!width) continue;
    if (left < 0 || right > innerWidth || one.scrollWidth > one.clientWidth + 1) fault("cut", one);
    const highest = document.elementFromPoint(left + width / 2, top + height / 2);
    const isInSight = top >= 0 && bottom <= innerHeight && one.contains(highest);
    if (!body.contains(one) && !isInSight) fault("out of sight", one);
  }
  const asked = body.querySelector(`:is(.choices, .squares, .numbers, .tally, .typed) ${controls}:not([type=hidden])`);
  body.querySelector("h3")?.scrollIntoView();
  const end = body.getBoundingClientRect().bottom;
  if (asked && asked.getBoundingClientRect().bottom > end) fault("no answer in sight", asked);
  return found;
}

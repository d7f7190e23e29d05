// What is cut, wider than the page, broken in a word or too pale.
times => {
  document.documentElement.style.fontSize = `${16 * times}px`;
  document.querySelectorAll("details").forEach(one => { one.open = true; });
  const width = document.documentElement.clientWidth, found = [];
  const fault = (what, one) => found.push(`${what}: ${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`);
  const numbers = colour => {
    const whole = colour.startsWith("color") ? 1 : 255;
    return (colour.match(/[\d.]+/g) || [0, 0, 0, 0]).map((one, at) => at < 3 ? one / whole : Number(one));
  };
  const over = ([r, g, b, alpha = 1], under) => [r, g, b].map((one, at) => one * alpha + under[at] * (1 - alpha));
  const ground = one =>
    one ? over(numbers(getComputedStyle(one).backgroundColor), ground(one.parentElement)) : [1, 1, 1];
  const linear = one => one <= .03928 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4;
  const light = colour => [.2126, .7152, .0722].reduce((sum, part, at) => sum + part * linear(colour[at]), 0);
  const contrast = one => {
    const under = ground(one), letters = over(numbers(getComputedStyle(one).color), under);
    const both = [under, letters].map(light);
    return (Math.max(...both) + .05) / (Math.min(...both) + .05);
  };
  const elements = [...document.querySelectorAll("main *:not(.scores, .scores *)")].filter(one => one.offsetWidth > 1);
  for (const one of elements) {
    const { overflowX } = getComputedStyle(one), isLess = one.clientWidth && one.clientWidth < one.scrollWidth - 1;
    if (isLess && overflowX !== "visible" && !(times > 1 && overflowX === "auto")) fault("cut", one);
    if (one.matches(".tables, .sheet, .log, .preview") && one.getBoundingClientRect().right > width) fault("wide", one);
  }
  if (times > 1) return found;
  if (document.documentElement.scrollWidth > width) found.push("the page scrolls");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement, range = document.createRange();
    if (parent.offsetWidth < 2 || !text.data.trim() || parent.closest("#bar bdi")) continue;
    const ratio = contrast(parent);
    if (ratio < 4.5) fault(`contrast ${ratio.toFixed(1)}`, parent);
    for (const word of parent.closest("bdi, button, nav, h1, h2") ? text.data.matchAll(/[^\s-]+-?/g) : []) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(box => box.top)).size > 1) fault("broken", parent);
    }
  }
  return found;
}

// A button of the entry by its target: the folds around it that are closed, or where a finger touches it.
([target, isTouched]) => {
  const button = [...document.querySelectorAll("#entry button[name=target]")].filter(one => one.value === target)
    .find((one, at, all) => at === all.length - 1 || one.checkVisibility({ visibilityProperty: true }));
  if (!isTouched) {
    if (!button) return null;
    let folds = 0;
    for (let at = button.closest("details"); at; at = at.parentElement.closest("details")) folds += !at.open;
    return { folds, drawn: document.querySelector("#entry [data-drawn]").dataset.drawn };
  }
  button.scrollIntoView({ block: "center" });
  const box = button.getBoundingClientRect();
  const y = box.top + box.height / 2;
  const far = x => Math.hypot(x - touched.x, y - touched.y);
  const [x] = [0.25, 0.75].map(part => box.left + part * box.width).sort((one, other) => far(other) - far(one));
  if (!button.contains(document.elementFromPoint(x, y))) throw new Error(`${target} is covered`);
  const isTwice = performance.now() - tap.at < GLANCE && far(x) < NEAR && !counts(button);
  const { offsetLeft, offsetTop, scale } = visualViewport;
  const place = { x: (x - offsetLeft) * scale, y: (y - offsetTop) * scale };
  return { ...place, isLate: isTwice || performance.now() - drawing.changed < GLANCE };
}

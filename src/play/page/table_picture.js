// The table as the explorer draws it: one column per pair, taken pairs first.
const TablePicture = (() => {
  const { draw } = Frame;
  const SIDE = 16;
  const tile = (what, across, down) => {
    const taken = typeof what === "number";
    const group = draw("g", { class: taken ? "taken" : what || "hidden", style: taken ? `--seat:var(--c${what + 1})` : "" });
    group.append(draw("rect", { x: across * SIDE + 1, y: down * SIDE + 1, width: SIDE - 2, height: SIDE - 2, rx: 2 }));
    const text = draw("text", { x: (across + 0.5) * SIDE, y: (down + 0.5) * SIDE + 4 });
    text.textContent = taken ? what + 1 : what ? "•" : "";
    group.append(text);
    return group;
  };
  const picture = ({ known, half, unknown }, scores, pairs) => {
    const columns = [];
    scores.forEach((taken, seat) => columns.push(...Array(taken).fill([seat, seat])));
    columns.push(...Array(known).fill(["known", "known"]), ...Array(half).fill(["known", ""]), ...Array(unknown).fill(["", ""]));
    const wide = pairs * SIDE;
    return draw("svg", { viewBox: `0 0 ${wide} ${2 * SIDE}`, role: "img", "aria-label": Words.tiles, style: `max-width:${wide * 1.4}px` }, ...columns.flatMap((column, across) => column.map((what, down) => tile(what, across, down))));
  };
  return { picture };
})();

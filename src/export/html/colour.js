// Colours of events and seats, from the data, and of situations, by a number.
const Colour = (() => {
  const { meta, count, role, mover, reach, ROLES, players } = Data;
  const BINS = 32;
  const [LOW, HIGH, MUCH] = ["#e69f00", "#56b4e9", "#d55e00"];
  let paint = {};
  let scale = null; // scale of the number by which situations are coloured
  const parts = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const mix = (colour, other, share) => {
    const [one, two] = [parts(colour), parts(other)];
    return `#${one.map((part, at) => Math.round(part * (1 - share) + two[at] * share).toString(16).padStart(2, "0")).join("")}`;
  };
  // Black or white, whichever has the better contrast.
  const luminance = (hex) => {
    const [r, g, b] = parts(hex).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const inks = new Map();
  const ink = (fill) => {
    if (!inks.has(fill)) inks.set(fill, luminance(fill) > 0.18 ? "#000000" : "#ffffff");
    return inks.get(fill);
  };
  const seat = (at) => meta.seatColours[at % meta.seatColours.length].toLowerCase();
  const theme = (dark) => {
    const css = getComputedStyle(document.documentElement);
    const get = (name) => css.getPropertyValue(name).trim();
    paint = { dark, paper: get("--paper"), ink: get("--ink"), quiet: get("--quiet"), rule: get("--rule"), accent: get("--accent"), mark: get("--mark") };
    paint.found = dark ? "#f0e442" : "#d55e00";
    paint.events = meta.eventStyles.map(([colour]) => (dark ? mix(colour, "#ffffff", luminance(colour) < 0.1 ? 0.7 : 0.4) : colour.toLowerCase()));
    // Actions that are not taken, and actions that are, come after the events of chance.
    paint.decisions = paint.events.length;
    paint.events.push(paint.quiet, paint.ink);
    paint.dashes = meta.eventStyles.map(([, dash]) => dash);
    paint.tints = meta.seatColours.map((colour) => mix(colour, paint.paper, dark ? 0.62 : 0.6));
    paint.end = dark ? "#4b5261" : "#dddddd";
    paint.lost = "#d55e00";
    paint.left = dark ? "#262b35" : "#f0f1f3";
    if (scale) by(scale.name);
  };

  // The numbers by which situations can be coloured.
  const numbers = () => {
    const columns = meta.columns.filter(([name, kind]) => kind !== "text" && !["end", "taken", "ply", "error"].includes(name) && Perspective.isShown(name));
    return ["reach", ...columns.map(([name]) => name)];
  };
  const read = (name) => {
    if (name === "reach") return (node) => reach[node];
    const column = Data.columnNamed(name);
    return (node) => Data.cell(column, node);
  };
  // The scale of a number. The odds of a seat diverge at an equal share, and numbers of both signs at 0. The
  // probability of reaching a situation is scaled by powers of ten. The difference of an action from the best is 0 or
  // less, and the lowest has the strongest colour.
  const by = (name) => {
    scale = null;
    if (!name) return;
    const of = read(name);
    let [least, most, tiny] = [Infinity, -Infinity, 1];
    for (let node = 0; node < count; node++) {
      const value = of(node);
      least = Math.min(least, value);
      most = Math.max(most, value);
      if (value > 0) tiny = Math.min(tiny, value);
    }
    const odds = /^win_\d+$/.test(name);
    const costs = name === "difference";
    const middle = odds ? 1 / players : least < 0 && !costs ? 0 : null;
    if (odds) [least, most] = [0, 1];
    if (middle === 0) [least, most] = [-Math.max(-least, most), Math.max(-least, most)];
    const powers = name === "reach" || name === "visits";
    const depth = Math.max(1, -Math.log10(Math.max(tiny, 1e-12)));
    const share = (value) => {
      if (powers) return value > 0 ? Math.max(0, 1 + Math.log10(value) / depth) : 0;
      if (middle === null) return most > least ? (value - least) / (most - least) : Number(costs);
      return value < middle ? (0.5 * (value - least)) / (middle - least) : 0.5 + (0.5 * (value - middle)) / (most - middle);
    };
    const none = mix(paint.paper, paint.ink, 0.08);
    const two = middle !== null;
    const colours = Array.from({ length: BINS + 1 }, (_, at) => {
      const part = two ? Math.abs(at / BINS - 0.5) * 2 : costs ? 1 - at / BINS : at / BINS;
      const strong = two ? (at < BINS / 2 ? LOW : HIGH) : costs ? MUCH : HIGH;
      return mix(none, strong, part);
    });
    const bins = Uint8Array.from({ length: count }, (_, node) => Math.round(BINS * Math.min(1, Math.max(0, share(of(node))))));
    scale = { name, colours, bins, least: powers ? 10 ** -depth : least, middle, most: powers ? Math.min(1, most) : most };
  };

  const fill = (node) => {
    if (scale) return scale.colours[scale.bins[node]];
    const is = role[node];
    if (is >= ROLES.won) return seat(is - ROLES.won);
    if (is === ROLES.lost) return paint.lost;
    if (is === ROLES.drawn || is === ROLES.done) return paint.end;
    if (is === ROLES.taken) return paint.mark;
    if (is === ROLES.left) return paint.left;
    return paint.tints[Math.max(0, mover[node]) % paint.tints.length];
  };
  // The legend: the kinds of situations, or a scale.
  const legend = () => {
    if (scale) return null;
    const has = (test) => role.some(test);
    const list = [];
    if (mover.some((at) => at >= 0)) for (let at = 0; at < players; at++) list.push([paint.tints[at % paint.tints.length], `${Data.playerName(at)} to move`]);
    else list.push([paint.tints[0], "play goes on"]);
    for (let at = 0; at < players; at++) if (has((is) => is === ROLES.won + at)) list.push([seat(at), players === 1 && !meta.players ? "won" : `${Data.playerName(at)} wins`]);
    if (has((is) => is === ROLES.lost)) list.push([paint.lost, "lost"]);
    if (has((is) => is === ROLES.drawn)) list.push([paint.end, "draw"]);
    if (has((is) => is === ROLES.done)) list.push([paint.end, "end"]);
    if (has((is) => is === ROLES.taken)) list.push([paint.mark, "best: taken"]);
    if (has((is) => is === ROLES.left)) list.push([paint.left, "may be decided, not taken"]);
    return list;
  };

  return {
    theme, by, fill, seat, ink, numbers, legend,
    get paint() { return paint; },
    get scale() { return scale; },
  };
})();

// The drawing: rows are plies, time runs down. Coordinates come with the data; where only a part is open, the open
// nodes of a row move together and keep their order.
const Draw = (() => {
  const { meta, count, ply, role, mover, first, target, source, style, decided, prob, SIDES } = Data;
  const canvas = document.getElementById("canvas");
  const pen = canvas.getContext("2d");
  const GAP = 220; // between neighbours of a row, as in the data
  const CARD = 176;
  const TILE = 13;
  const LINE = 14;
  const DETAIL = 0.42; // zoom from which a node is a card with text
  const STROKES = 2000; // segments a stroke; longer paths take canvas many times as long
  const EVENNESS = 5000; // open nodes up to which rows are evened out
  const MANY = 6000; // lines on the screen from which a picture of them is moved in their stead
  const place = new Float64Array(count);
  const level = new Uint32Array(count); // the row of an open node: empty plies have none
  const heights = new Float32Array(count);
  const fade = new Uint8Array(count);
  const view = { zoom: 1, left: 0, top: 0, row: 200 };
  let rows = [];
  let width = 0;
  let shown = [];
  let lines = [];
  let paint = {};
  // What the page wants to see marked.
  const mark = { node: -1, edge: -1, path: new Set(), onPath: new Set(), found: new Set(), after: null, passes: () => true };

  // Rows of open nodes in the order of their coordinates, each node as near to its neighbours as the order allows.
  const arrange = () => {
    rows = [];
    shown = [];
    for (const node of Data.byPly) {
      if (!Walk.visible[node]) continue;
      (rows[ply[node]] ??= []).push(node);
      shown.push(node);
    }
    rows = rows.filter((row) => row);
    rows.forEach((row, at) => row.forEach((node) => (level[node] = at)));
    lines = [];
    for (const node of shown) {
      if (!Walk.open[node]) continue;
      for (let edge = first[node]; edge < first[node + 1]; edge++) lines.push(edge);
    }
    const whole = shown.length === count;
    for (const row of rows) {
      row.sort((a, b) => Data.x[a] - Data.x[b] || a - b);
      row.forEach((node, at) => (place[node] = whole ? Data.x[node] : (at - (row.length - 1) / 2) * GAP));
    }
    if (shown.length <= EVENNESS) for (const down of [true, false, true, false]) even(down);
    let [least, most] = [0, 0];
    for (const node of shown) {
      least = Math.min(least, place[node]);
      most = Math.max(most, place[node]);
    }
    for (const node of shown) place[node] -= (least + most) / 2;
    width = most - least;
    view.row = 70 + Math.max(...shown.slice(0, 400).map(height), 60);
    filter();
  };

  // Least squares under "one gap apart, in this order": neighbours that would come too close move as one block.
  const even = (down) => {
    const sum = new Float64Array(count);
    const number = new Uint32Array(count);
    for (const edge of lines) {
      const [from, to] = down ? [source[edge], target[edge]] : [target[edge], source[edge]];
      sum[to] += place[from];
      number[to]++;
    }
    for (const row of rows) {
      const blocks = [];
      row.forEach((node, at) => {
        const wish = (number[node] ? sum[node] / number[node] : place[node]) - at * GAP;
        blocks.push({ sum: wish, size: 1 });
        for (let last = blocks.length - 1; last > 0; last--) {
          const [one, two] = [blocks[last - 1], blocks[last]];
          if (one.sum / one.size <= two.sum / two.size) break;
          one.sum += two.sum;
          one.size += two.size;
          blocks.pop();
        }
      });
      let at = 0;
      for (const { sum: total, size } of blocks) {
        for (let end = at + size; at < end; at++) place[row[at]] = total / size + at * GAP;
      }
    }
  };

  // Nodes that no shown edge touches fade, and so does what cannot follow a supposed event.
  const filter = () => {
    fade.fill(0);
    if (mark.after) for (const node of shown) fade[node] = mark.after[node] > 0 ? 0 : 1;
    const touched = new Uint8Array(count);
    for (const edge of lines) if (mark.passes(edge)) touched[source[edge]] = touched[target[edge]] = 1;
    for (const node of shown) if (!touched[node] && shown.length > 1) fade[node] = 1;
  };

  const height = (node) => (heights[node] ||= tall(node));
  const tall = (node) => {
    const board = Data.board(node);
    return 12 + LINE * (Data.label(node).length + (Data.cue(node) ? 1 : 0)) + (board ? board.length * tile(board) + 6 : 0);
  };
  const tile = (board) => Math.min(TILE, (CARD - 10) / Math.max(...board.map((row) => row.length), 1));

  const size = () => ({ wide: canvas.clientWidth, high: canvas.clientHeight });
  // Seen from afar, rows of thousands would be a flat strip: they keep a distance of their own.
  const gap = () => Math.max(view.row * view.zoom, Math.min(view.row, (size().high - 60) / Math.max(rows.length, 1)));
  const left = (node) => view.left + place[node] * view.zoom;
  const top = (node) => view.top + level[node] * gap();

  const fit = () => {
    const { wide, high } = size();
    const across = (wide - 40) / (width + GAP);
    const along = (high - 40) / (view.row * Math.max(rows.length, 1));
    view.zoom = Math.min(1, across, Math.max(along, 0.02));
    // A wide graph fills the width; its rows spread by themselves.
    if (across < along) view.zoom = Math.min(1, across);
    view.left = wide / 2;
    view.top = Math.max(20, (high - gap() * (rows.length - 1)) / 2);
    draw();
  };
  const zoom = (by, at = { x: size().wide / 2, y: size().high / 2 }) => {
    const [x, y] = [(at.x - view.left) / view.zoom, (at.y - view.top) / gap()];
    view.zoom = Math.min(3, Math.max(1e-4, view.zoom * by));
    view.left = at.x - x * view.zoom;
    view.top = at.y - y * gap();
    draw();
  };
  const move = (dx, dy) => {
    view.left += dx;
    view.top += dy;
    draw();
  };
  // Moves just so far that a node is seen.
  const bring = (node) => {
    if (view.zoom < DETAIL) {
      view.zoom = 0.75;
      view.left = size().wide / 2 - place[node] * view.zoom;
      view.top = size().high / 2 - level[node] * gap();
    }
    const { wide, high } = size();
    const [aside, above] = [Math.min(wide / 3, 130), Math.min(high / 3, 110)];
    view.left += Math.max(0, aside - left(node)) - Math.max(0, left(node) - (wide - aside));
    view.top += Math.max(0, above - top(node)) - Math.max(0, top(node) - (high - above));
    draw();
  };

  let wanted = false;
  let later = 0;
  let drawn = 0;
  // While a large drawing is moved, a picture of it is: the drawing follows when the hand rests.
  const still = document.createElement("canvas");
  let before = null;
  const draw = () => {
    if (wanted) return;
    wanted = true;
    requestAnimationFrame(() => {
      wanted = false;
      if (!before) return now();
      clearTimeout(later);
      later = setTimeout(now, 120);
      shift();
    });
  };
  const blank = () => {
    const { wide, high } = size();
    const scale = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(wide * scale) || canvas.height !== Math.round(high * scale)) {
      canvas.width = Math.round(wide * scale);
      canvas.height = Math.round(high * scale);
    }
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.fillStyle = paint.paper;
    pen.fillRect(0, 0, wide, high);
    return { wide, high };
  };
  const shift = () => {
    blank();
    const [across, along] = [view.zoom / before.zoom, gap() / before.gap];
    const [x, y] = [view.left - before.left * across, view.top - before.top * along];
    pen.drawImage(still, x, y, before.wide * across, before.high * along);
  };
  const now = () => {
    clearTimeout(later);
    drawn = 0;
    const { wide, high } = blank();
    if (view.zoom >= DETAIL) Cards.draw(wide, high);
    else sketch(wide, high);
    before = null;
    if (drawn < MANY) return;
    before = { zoom: view.zoom, gap: gap(), left: view.left, top: view.top, wide, high };
    still.width = canvas.width;
    still.height = canvas.height;
    still.getContext("2d").drawImage(canvas, 0, 0);
  };

  // Far away: straight lines and squares, in batches of one colour.
  const sketch = (wide, high) => {
    const step = gap();
    const batches = new Map();
    for (const edge of lines) {
      const [from, to] = [source[edge], target[edge]];
      const [y1, y2] = [view.top + level[from] * step, view.top + level[to] * step];
      if (Math.max(y1, y2) < 0 || Math.min(y1, y2) > high) continue;
      const [x1, x2] = [left(from), left(to)];
      if ((x1 < 0 && x2 < 0) || (x1 > wide && x2 > wide) || !mark.passes(edge)) continue;
      const dim = fade[from] || fade[to] ? 1 : 0;
      const thick = prob[edge] > 0.5 ? 2 : prob[edge] > 0.1 ? 1 : 0;
      const key = (decided[edge] < 0 ? style[edge] % paint.decisions : paint.decisions + decided[edge]) * 6 + thick * 2 + dim;
      let batch = batches.get(key);
      if (!batch) batches.set(key, (batch = []));
      batch.push(x1, y1, x2, y2);
      drawn++;
    }
    const dense = Math.min(1, Math.max(0.12, 1500 / Math.max(lines.length, 1)));
    for (const [key, batch] of batches) {
      pen.strokeStyle = paint.events[Math.floor(key / 6)];
      pen.lineWidth = [0.5, 0.8, 1.2][(key >> 1) % 3] * (lines.length < 3000 ? 1.3 : 1);
      pen.globalAlpha = key % 2 ? 0.05 : dense;
      for (let at = 0; at < batch.length; ) {
        pen.beginPath();
        for (let end = Math.min(batch.length, at + 4 * STROKES); at < end; at += 4) {
          pen.moveTo(batch[at], batch[at + 1]);
          pen.lineTo(batch[at + 2], batch[at + 3]);
        }
        pen.stroke();
      }
    }
    pen.globalAlpha = 1;
    highlight();
    const side = Math.max(2, Math.min(CARD * view.zoom, step * 0.5, 26));
    const groups = new Map();
    for (const node of shown) {
      const [x, y] = [left(node), view.top + level[node] * step];
      if (x < -side || x > wide + side || y < -side || y > high + side) continue;
      const fill = fillOf(node) + (fade[node] ? "*" : "");
      let group = groups.get(fill);
      if (!group) groups.set(fill, (group = []));
      group.push(x, y);
    }
    for (const [fill, group] of groups) {
      pen.globalAlpha = fill.endsWith("*") ? 0.2 : 1;
      pen.fillStyle = fill.replace("*", "");
      pen.strokeStyle = paint.quiet;
      pen.lineWidth = 0.7;
      for (let at = 0; at < group.length; at += 2) {
        pen.fillRect(group[at] - side / 2, group[at + 1] - side / 2, side, side);
        if (side > 7) pen.strokeRect(group[at] - side / 2, group[at + 1] - side / 2, side, side);
      }
    }
    pen.globalAlpha = 1;
    rings(Math.max(side, 6));
  };
  // The path, over all other lines.
  const highlight = () => {
    pen.strokeStyle = paint.accent;
    pen.lineWidth = 2.5;
    pen.beginPath();
    for (const edge of mark.path) {
      pen.moveTo(left(source[edge]), top(source[edge]));
      pen.lineTo(left(target[edge]), top(target[edge]));
    }
    pen.stroke();
  };
  const rings = (side) => {
    pen.lineWidth = 2;
    pen.strokeStyle = paint.found;
    for (const node of mark.found) {
      if (Walk.visible[node]) pen.strokeRect(left(node) - side / 2 - 3, top(node) - side / 2 - 3, side + 6, side + 6);
    }
    if (mark.node >= 0 && Walk.visible[mark.node]) {
      pen.strokeStyle = paint.ink;
      pen.lineWidth = 3;
      pen.strokeRect(left(mark.node) - side / 2 - 3, top(mark.node) - side / 2 - 3, side + 6, side + 6);
    }
  };

  const mix = (colour, other, share) => {
    const parts = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    const [one, two] = [parts(colour), parts(other)];
    return `#${one.map((part, at) => Math.round(part * (1 - share) + two[at] * share).toString(16).padStart(2, "0")).join("")}`;
  };
  const seatColour = (seat) => meta.seatColours[seat % meta.seatColours.length];
  const theme = (dark) => {
    const css = getComputedStyle(document.documentElement);
    const get = (name) => css.getPropertyValue(name).trim();
    paint = { dark, paper: get("--paper"), ink: get("--ink"), quiet: get("--quiet"), rule: get("--rule"), accent: get("--accent"), mark: get("--mark") };
    paint.found = dark ? "#f0e442" : "#d55e00";
    paint.events = meta.eventStyles.map(([colour]) => (dark ? mix(colour, "#ffffff", colour === "#000000" ? 0.75 : 0.45) : colour.toLowerCase()));
    // What is left and what is taken come after the events of chance.
    paint.decisions = paint.events.length;
    paint.events.push(paint.rule, paint.ink);
    paint.dashes = meta.eventStyles.map(([, dash]) => dash);
    paint.tints = meta.seatColours.map((colour) => mix(colour, paint.paper, dark ? 0.62 : 0.6));
    paint.end = dark ? "#4b5261" : "#dddddd";
    draw();
  };
  const fillOf = (node) => {
    const is = role[node];
    if (is >= SIDES.won) return seatColour(is - SIDES.won);
    if (is === SIDES.drawn || is === SIDES.done) return paint.end;
    if (is === SIDES.taken) return paint.mark;
    if (is === SIDES.left) return paint.paper;
    return paint.tints[Math.max(0, mover[node]) % paint.tints.length];
  };

  // The open node at a point, or -1.
  const at = (x, y) => {
    const row = rows[Math.round((y - view.top) / gap())] || [];
    const wide = view.zoom >= DETAIL ? (CARD / 2) * view.zoom : 8;
    const wanted = (x - view.left) / view.zoom;
    let [low, high] = [0, row.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (place[row[middle]] < wanted) low = middle + 1;
      else high = middle;
    }
    const near = [row[low - 1], row[low]].filter((node) => node !== undefined);
    near.sort((a, b) => Math.abs(left(a) - x) - Math.abs(left(b) - x));
    if (!near.length || Math.abs(left(near[0]) - x) > wide) return -1;
    const high2 = view.zoom >= DETAIL ? (height(near[0]) / 2) * view.zoom : 10;
    return Math.abs(top(near[0]) - y) <= high2 ? near[0] : -1;
  };
  // The neighbour in the row, to the left (-1) or to the right (1).
  const beside = (node, step) => {
    const row = rows[level[node]] || [];
    const found = row[row.indexOf(node) + step];
    return found === undefined ? -1 : found;
  };

  return {
    pen, view, mark, fade, GAP, CARD, LINE, arrange, filter, fit, zoom, move, bring, draw, now, theme, at, beside, level,
    left, top, height, tile, fillOf, seatColour, mix,
    get close() { return view.zoom >= DETAIL; },
    get lines() { return lines; },
    get shown() { return shown; },
    get paint() { return paint; },
  };
})();

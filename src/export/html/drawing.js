// Draws the open situations: as cards if the view is zoomed in, otherwise as lines and squares.
const Drawing = (() => {
  const { count, source, target, style, decided, prob, reach } = Data;
  const { place, level, height } = Layout;
  const canvas = document.getElementById("canvas");
  const screen = canvas.getContext("2d");
  const DETAIL = 0.36; // zoom from which a node is a card with text
  // The zoom of cards in their usual size, which grows with the screen as the other letters do, and the zoom from
  // which the text of a card is easy to read.
  const usual = () => (innerWidth >= 2400 && innerHeight >= 1200 ? 1.5 : innerWidth >= 1800 && innerHeight >= 900 ? 1.25 : 1);
  const readable = () => 0.78 * usual();
  const STROKES = 2000; // maximum segments of a stroke; longer paths are many times slower
  const MANY = 6000; // number of visible lines from which a bitmap is moved instead
  const DENSE = 1500; // number of open lines from which unlikely ones fade
  const fade = new Uint8Array(count);
  const columns = new Float32Array(count);
  const heights = new Float32Array(count);
  const view = { zoom: 1, left: 0, top: 0 };
  let pen = screen;
  // The marked items.
  const mark = { node: -1, edge: -1, path: new Set(), onPath: new Set(), found: new Set(), after: null, passes: () => true };
  // The direction of time: to the right, down, or chosen automatically.
  let turned = null;
  let rightwards = false;

  const arrange = () => {
    Layout.arrange(turned ?? rightwards);
    filter();
  };
  // Fades nodes without a visible edge, and nodes that cannot follow the supposed event.
  const filter = () => {
    const { shown, lines } = Layout.now;
    fade.fill(0);
    if (mark.after) for (const node of shown) fade[node] = mark.after[node] > 0 ? 0 : 1;
    const touched = new Uint8Array(count);
    for (const edge of lines) if (mark.passes(edge)) touched[source[edge]] = touched[target[edge]] = 1;
    if (lines.length) for (const node of shown) if (!touched[node]) fade[node] = 1;
  };

  // The size is cached, because a query of the browser costs as much as drawing a line.
  let sized = null;
  const size = () => (sized ??= { wide: canvas.clientWidth, high: canvas.clientHeight });
  const resized = () => {
    sized = null;
    draw();
  };
  const room = () => {
    const { wide, high } = size();
    return Layout.now.rightwards ? { across: high, along: wide } : { across: wide, along: high };
  };
  // Keeps a minimum distance between rows, because thousands of nodes would otherwise become a flat strip.
  const stretch = () => Math.max(view.zoom, Math.min(1, (room().along - 60) / Layout.now.length));
  const row = (at) => Layout.now.along[at] * stretch();
  const left = (node) => view.left + (Layout.now.rightwards ? row(level[node]) : place[node] * view.zoom);
  const top = (node) => view.top + (Layout.now.rightwards ? place[node] * view.zoom : row(level[node]));

  // The zoom at which all open situations fit.
  const whole = () => {
    const { across, along } = room();
    const badge = Layout.now.rightwards ? 50 : 20;
    return Math.min(usual(), (across - 40) / Layout.now.width, Math.max((along - 40 - badge) / Layout.now.length, 0.02));
  };
  const centre = (across, along) => {
    [view.left, view.top] = Layout.now.rightwards ? [along, across] : [across, along];
  };
  const fit = () => {
    view.zoom = whole();
    const { across, along } = room();
    const { along: rows, half } = Layout.now;
    const ends = (half[half.length - 1] - half[0]) * stretch();
    centre(across / 2, Math.max(20 + half[0] * stretch(), (along - rows[rows.length - 1] * stretch() - ends) / 2));
    draw();
  };
  // Shows all open situations, or the beginning of play if their text would be much too small.
  const readably = (node) => {
    fit();
    if (view.zoom >= 0.9 * readable()) return;
    view.zoom = readable();
    const { across } = room();
    centre(across / 2 - place[node] * view.zoom, 24 + Layout.now.half[0] * stretch());
    draw();
  };
  // With very many situations, estimates the layout in the other direction of time from the current one.
  const guess = () => {
    arrange();
    const { width, rows, wide } = Layout.now;
    const { wide: x, high: y } = size();
    const tall = height(Layout.now.shown[0]) + 20;
    const most = rightwards ? width / tall : width / (wide + 20);
    const [down, right] = [Math.min(x / (most * (wide + 20)), y / (rows.length * (tall + 78))), Math.min(y / (most * tall), x / (rows.length * (wide + 98)))];
    if (right > down === rightwards) return;
    rightwards = right > down;
    arrange();
  };
  // Chooses the direction of time that shows the open situations larger.
  const suit = () => {
    if (turned !== null) return arrange();
    if (Paths.shown > 2000) return guess();
    const zooms = [false, true].map((way) => {
      rightwards = way;
      arrange();
      return whole();
    });
    rightwards = zooms[1] > zooms[0];
    arrange();
    return undefined;
  };
  const turn = () => {
    turned = !Layout.now.rightwards;
    arrange();
  };
  const zoom = (by, at = { x: size().wide / 2, y: size().high / 2 }) => {
    const before = [view.zoom, stretch()];
    view.zoom = Math.min(3, Math.max(1e-4, view.zoom * by));
    const [across, along] = [view.zoom / before[0], stretch() / before[1]];
    const [x, y] = Layout.now.rightwards ? [along, across] : [across, along];
    view.left = at.x - (at.x - view.left) * x;
    view.top = at.y - (at.y - view.top) * y;
    draw();
  };
  const move = (dx, dy) => {
    view.left += dx;
    view.top += dy;
    draw();
  };
  // Moves the view as little as possible so that a node is visible.
  const bring = (node) => {
    const { wide, high } = size();
    if (view.zoom < DETAIL) {
      view.zoom = readable();
      view.left += wide / 2 - left(node);
      view.top += high / 2 - top(node);
    }
    const [aside, above] = [Math.min(wide / 3, 130), Math.min(high / 3, 110)];
    view.left += Math.max(0, aside - left(node)) - Math.max(0, left(node) - (wide - aside));
    view.top += Math.max(0, above - top(node)) - Math.max(0, top(node) - (high - above));
    draw();
  };

  let wanted = false;
  let later = 0;
  let drawn = 0;
  // While a large drawing is moved, a bitmap of it is shown; it is drawn again when the movement stops.
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
      return shift();
    });
  };
  const blank = () => {
    const { wide, high } = size();
    if (pen === screen) {
      const scale = window.devicePixelRatio || 1;
      if (canvas.width !== Math.round(wide * scale) || canvas.height !== Math.round(high * scale)) {
        canvas.width = Math.round(wide * scale);
        canvas.height = Math.round(high * scale);
      }
      pen.setTransform(scale, 0, 0, scale, 0, 0);
    }
    pen.fillStyle = Colour.paint.paper;
    pen.fillRect(0, 0, wide, high);
    return { wide, high };
  };
  const shift = () => {
    blank();
    const [across, along] = [view.zoom / before.zoom, stretch() / before.stretch];
    const [wide, high] = Layout.now.rightwards ? [along, across] : [across, along];
    const [x, y] = [view.left - before.left * wide, view.top - before.top * high];
    pen.drawImage(still, x, y, before.wide * wide, before.high * high);
  };
  const now = () => {
    clearTimeout(later);
    drawn = 0;
    const { wide, high } = blank();
    if (view.zoom >= DETAIL) Cards.draw(wide, high);
    else sketch(wide, high);
    before = null;
    if (drawn < MANY || pen !== screen) return;
    before = { zoom: view.zoom, stretch: stretch(), left: view.left, top: view.top, wide, high };
    still.width = canvas.width;
    still.height = canvas.height;
    still.getContext("2d").drawImage(canvas, 0, 0);
  };
  // Draws with another pen.
  const onto = (other) => {
    pen = other;
    now();
    pen = screen;
  };

  // The emphasis of a probability in a dense drawing: 0 to 3.
  const weight = (chance) => (chance >= 0.01 ? 3 : chance >= 1e-4 ? 2 : chance >= 1e-7 ? 1 : 0);
  const touches = (edge) => source[edge] === mark.node || target[edge] === mark.node;
  // The screen positions of all open situations.
  const places = () => {
    const { rightwards: right, shown, along } = Layout.now;
    const by = stretch();
    for (const node of shown) {
      const [across, on] = [place[node] * view.zoom, along[level[node]] * by];
      columns[node] = view.left + (right ? on : across);
      heights[node] = view.top + (right ? across : on);
    }
    return [columns, heights];
  };
  // The zoomed-out view: lines and squares, in batches of equal style, likely ones on top.
  const sketch = (wide, high) => {
    const { lines, shown, rightwards: right } = Layout.now;
    const batches = new Map();
    const dense = lines.length > DENSE;
    const [xs, ys] = places();
    for (const edge of lines) {
      const from = source[edge];
      const to = target[edge];
      const [x1, y1, x2, y2] = [xs[from], ys[from], xs[to], ys[to]];
      if (Math.max(y1, y2) < 0 || Math.min(y1, y2) > high || (x1 < 0 && x2 < 0) || (x1 > wide && x2 > wide)) continue;
      if (!mark.passes(edge)) continue;
      const dim = fade[from] || fade[to] ? 1 : 0;
      const near = dense && touches(edge) ? 4 : dense ? weight(reach[from] * prob[edge]) : 3;
      const thick = prob[edge] > 0.5 ? 2 : prob[edge] > 0.1 ? 1 : 0;
      const colour = decided[edge] < 0 ? style[edge] % Colour.paint.decisions : Colour.paint.decisions + decided[edge];
      const key = ((near * 3 + thick) * 2 + dim) * 1000 + colour;
      let batch = batches.get(key);
      if (!batch) batches.set(key, (batch = []));
      let [x, y] = [x1, y1];
      const step = level[to] > level[from] ? 1 : -1;
      if (Layout.now.routed) Layout.bends(edge).forEach((bend, at) => {
        const along = row(level[from] + (step > 0 ? at + 1 : -at));
        const [bx, by] = right ? [view.left + along, view.top + bend * view.zoom] : [view.left + bend * view.zoom, view.top + along];
        batch.push(x, y, bx, by);
        [x, y] = [bx, by];
      });
      batch.push(x, y, x2, y2);
      drawn++;
    }
    const crowd = Math.min(1, Math.max(0.05, 6000 / Math.max(drawn, 1)));
    for (const key of [...batches.keys()].sort((a, b) => a - b)) {
      const look = Math.floor(key / 1000);
      const [near, thick, dim] = [Math.floor(look / 6), Math.floor(look / 2) % 3, look % 2];
      const batch = batches.get(key);
      pen.strokeStyle = Colour.paint.events[key % 1000];
      pen.lineWidth = near === 4 ? 1.8 : [0.5, 0.8, 1.2][thick] * (dense ? 1 : 1.3);
      pen.globalAlpha = dim ? 0.05 : !dense || near === 4 ? 1 : [0.1, 0.25, 0.5, 0.9][near] * Math.max(crowd, [0.2, 0.2, 0.3, 0.6][near]);
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
    squares(shown, wide, high, dense);
  };
  const squares = (shown, wide, high, dense) => {
    const side = Math.max(2, Math.min((Layout.now.rightwards ? 60 : Layout.now.wide) * view.zoom, 26));
    const groups = new Map();
    for (const node of shown) {
      const [x, y] = [columns[node], heights[node]];
      if (x < -side || x > wide + side || y < -side || y > high + side) continue;
      const near = fade[node] ? 0 : dense && !Colour.scale ? 1 + weight(reach[node]) : 4;
      const key = near + Colour.fill(node);
      let group = groups.get(key);
      if (!group) groups.set(key, (group = []));
      group.push(x, y);
    }
    for (const key of [...groups.keys()].sort()) {
      const group = groups.get(key);
      pen.globalAlpha = [0.15, 0.35, 0.55, 0.8, 1][Number(key[0])];
      pen.fillStyle = key.slice(1);
      pen.strokeStyle = Colour.paint.quiet;
      pen.lineWidth = 0.7;
      for (let at = 0; at < group.length; at += 2) {
        pen.fillRect(group[at] - side / 2, group[at + 1] - side / 2, side, side);
        if (side > 7) pen.strokeRect(group[at] - side / 2, group[at + 1] - side / 2, side, side);
      }
    }
    pen.globalAlpha = 1;
    rings(Math.max(side, 6));
  };
  // The path, on top of all other lines.
  const highlight = () => {
    pen.strokeStyle = Colour.paint.accent;
    pen.lineWidth = 2.5;
    pen.beginPath();
    for (const edge of mark.path) {
      Route.points(edge).forEach(([x, y], at) => (at ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    }
    pen.stroke();
  };
  const rings = (side) => {
    pen.lineWidth = 2;
    pen.strokeStyle = Colour.paint.found;
    const around = (node) => pen.strokeRect(left(node) - side / 2 - 3, top(node) - side / 2 - 3, side + 6, side + 6);
    for (const node of mark.found) if (Paths.visible[node]) around(node);
    if (mark.node < 0 || !Paths.visible[mark.node]) return;
    pen.strokeStyle = Colour.paint.ink;
    pen.lineWidth = 3;
    around(mark.node);
  };
  const theme = (dark) => {
    Colour.theme(dark);
    draw();
  };

  // Returns the open node at a point, or -1.
  const at = (x, y) => {
    const { rows, along, rightwards: right } = Layout.now;
    const [across, down] = right ? [y - view.top, x - view.left] : [x - view.left, y - view.top];
    const close = view.zoom >= DETAIL;
    const gap = along.map((from) => Math.abs(from * stretch() - down));
    const nodes = rows[gap.indexOf(Math.min(...gap))] || [];
    const wish = across / view.zoom;
    let [low, high] = [0, nodes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (place[nodes[middle]] < wish) low = middle + 1;
      else high = middle;
    }
    const inside = (node) => {
      const reach2 = close ? [(Layout.now.wide / 2) * view.zoom, (height(node) / 2) * view.zoom] : [9, 10];
      return Math.abs(left(node) - x) <= reach2[0] && Math.abs(top(node) - y) <= reach2[1];
    };
    const near = [nodes[low - 1], nodes[low]].filter((node) => node !== undefined && inside(node));
    near.sort((a, b) => Math.abs(place[a] - wish) - Math.abs(place[b] - wish));
    return near.length ? near[0] : -1;
  };
  // Returns the neighbour in the row, before (-1) or after (1).
  const beside = (node, step) => {
    const nodes = Layout.now.rows[level[node]] || [];
    return nodes[nodes.indexOf(node) + step] ?? -1;
  };

  return {
    view, mark, fade, arrange, suit, turn, filter, fit, readably, whole, zoom, move, bring, draw, now, onto, theme, at,
    beside, left, top, height, stretch, resized, touches, weight, size, readable, DETAIL,
    set way(right) { rightwards = right; },
    get turned() { return turned; },
    get pen() { return pen; },
    get close() { return view.zoom >= DETAIL; },
    get lines() { return Layout.now.lines; },
    get shown() { return Layout.now.shown; },
  };
})();

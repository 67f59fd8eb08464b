// Close by: curves as wide as their events are likely, and cards with boards and words.
const Cards = (() => {
  const { role, target, source, style, decided, prob, first, SIDES } = Data;
  const { pen, view, mark, fade, CARD, LINE } = Draw;
  const LABELS = 160; // events on the screen up to which each has its name
  const CROWD = 8; // events that leave one situation from which their names would lie upon each other
  const REACH = 6; // pixels from a line up to which a click means it
  const PIECES = 16; // straight pieces that stand for a curve
  const DASHES = { solid: [], dashed: [7, 4], dotted: [2, 3], bold: [] };

  // The ends and the bends of an edge; parallel ones bend apart, and what goes back swings out to the right.
  const curve = (edge) => {
    const [from, to] = [source[edge], target[edge]];
    const half = (node) => (Draw.height(node) / 2) * view.zoom;
    const [x1, x2] = [Draw.left(from), Draw.left(to)];
    let twins = 0;
    let before = 0;
    for (let other = first[from]; other < first[from + 1]; other++) {
      if (target[other] !== to) continue;
      twins++;
      if (other < edge) before++;
    }
    const bend = (before - (twins - 1) / 2) * 46 * view.zoom;
    if (Draw.level[to] <= Draw.level[from]) {
      const out = Math.max(x1, x2) + (CARD * 0.75 + before * 24) * view.zoom;
      const side = (CARD / 2) * view.zoom;
      return [x1 + side, Draw.top(from), out, Draw.top(from), out, Draw.top(to), x2 + side, Draw.top(to)];
    }
    const [y1, y2] = [Draw.top(from) + half(from), Draw.top(to) - half(to)];
    const rise = (y2 - y1) * 0.5;
    return [x1 + bend * 0.4, y1, x1 + bend, y1 + rise, x2 + bend, y2 - rise, x2 + bend * 0.4, y2];
  };
  const point = ([x1, y1, x2, y2, x3, y3, x4, y4], t) => {
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    return [a * x1 + b * x2 + c * x3 + d * x4, a * y1 + b * y2 + c * y3 + d * y4];
  };

  const line = (edge, bends) => {
    const { paint } = Draw;
    const on = mark.path.has(edge);
    const kind = style[edge] % paint.decisions;
    pen.globalAlpha = fade[source[edge]] || fade[target[edge]] ? 0.15 : 1;
    pen.strokeStyle = on ? paint.accent : decided[edge] >= 0 ? paint.ink : paint.events[kind];
    const taken = decided[edge] === 1;
    pen.lineWidth = (decided[edge] >= 0 ? (taken ? 2.8 : 0.9) : 0.8 + 4.2 * prob[edge]) * view.zoom + (on ? 2 : 0);
    const dash = decided[edge] === 0 ? "dashed" : decided[edge] === 1 ? "solid" : paint.dashes[kind];
    pen.setLineDash(DASHES[dash].map((part) => part * Math.max(view.zoom, 0.6)));
    const [x1, y1, x2, y2, x3, y3, x4, y4] = bends;
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.bezierCurveTo(x2, y2, x3, y3, x4, y4);
    pen.stroke();
    pen.setLineDash([]);
    pen.fillStyle = pen.strokeStyle;
    const tip = Math.max(4, 6 * view.zoom);
    const angle = Math.atan2(y4 - y3, x4 - x3);
    pen.beginPath();
    pen.moveTo(x4, y4);
    pen.lineTo(x4 - tip * Math.cos(angle - 0.42), y4 - tip * Math.sin(angle - 0.42));
    pen.lineTo(x4 - tip * Math.cos(angle + 0.42), y4 - tip * Math.sin(angle + 0.42));
    pen.fill();
    pen.globalAlpha = 1;
  };
  const short = (text) => (text.length > 12 ? null : text.replace(/\/1$/, ""));
  const name = (edge, bends) => {
    if (decided[edge] >= 0) return;
    const { paint } = Draw;
    const chance = short(Data.fraction(edge)) || `≈ ${Exact.double(prob[edge])}`;
    const event = Data.event(edge);
    const text = `${event.length > 18 ? `${event.slice(0, 17)}…` : event}: ${chance}`;
    const [x, y] = point(bends, 0.36 + 0.1 * ((edge - first[source[edge]]) % 3));
    pen.font = `${edge === mark.edge ? "bold " : ""}${11 * view.zoom}px system-ui, sans-serif`;
    const wide = pen.measureText(text).width + 6;
    pen.globalAlpha = 0.85;
    pen.fillStyle = paint.paper;
    pen.fillRect(x - wide / 2, y - 8 * view.zoom, wide, 15 * view.zoom);
    pen.globalAlpha = fade[source[edge]] || fade[target[edge]] ? 0.3 : 1;
    pen.fillStyle = mark.path.has(edge) || edge === mark.edge ? paint.accent : paint.events[style[edge] % paint.decisions];
    pen.fillText(text, x, y);
    pen.globalAlpha = 1;
  };

  const tiles = (board, x, y) => {
    const { paint } = Draw;
    const side = Draw.tile(board) * view.zoom;
    board.forEach((row, down) =>
      row.forEach((tile, across) => {
        const [left, top] = [x + (across - row.length / 2) * side, y + down * side];
        const seat = typeof tile === "number" && tile > 1 ? tile - 2 : -1;
        pen.fillStyle = seat >= 0 ? Draw.seatColour(seat) : tile === 1 ? (paint.dark ? "#7b8494" : "#c4c9d1") : paint.paper;
        pen.fillRect(left + 0.5, top + 0.5, side - 1, side - 1);
        pen.strokeStyle = paint.quiet;
        pen.lineWidth = 0.7;
        pen.strokeRect(left + 0.5, top + 0.5, side - 1, side - 1);
        const text = seat >= 0 ? String(seat + 1) : tile === 1 ? "•" : tile === 0 ? "" : tile;
        if (!text || side < 7) return;
        pen.fillStyle = seat >= 0 || tile === 1 ? "#000000" : paint.ink;
        pen.font = `${side * 0.72}px system-ui, sans-serif`;
        pen.fillText(text, left + side / 2, top + side / 2, side - 1);
      }),
    );
    return board.length * side;
  };
  const card = (node) => {
    const { paint } = Draw;
    const [x, y, wide, high] = [Draw.left(node), Draw.top(node), CARD * view.zoom, Draw.height(node) * view.zoom];
    const end = Data.isEnd(node);
    pen.globalAlpha = fade[node] ? 0.25 : 1;
    pen.fillStyle = Draw.fillOf(node);
    pen.strokeStyle = node === mark.node ? paint.ink : mark.found.has(node) ? paint.found : mark.onPath.has(node) ? paint.accent : paint.quiet;
    pen.lineWidth = node === mark.node ? 4 : mark.found.has(node) || mark.onPath.has(node) ? 2.5 : role[node] === SIDES.start ? 2.5 : 1;
    pen.setLineDash(role[node] === SIDES.cut || role[node] === SIDES.left ? [5, 4] : []);
    pen.beginPath();
    pen.roundRect(x - wide / 2, y - high / 2, wide, high, Data.isAction(node) ? high / 2 : end ? 0 : 7 * view.zoom);
    pen.fill();
    pen.stroke();
    pen.setLineDash([]);
    if (end) {
      pen.lineWidth = 1;
      pen.strokeRect(x - wide / 2 - 3, y - high / 2 - 3, wide + 6, high + 6);
    }
    let down = y - high / 2 + 6 * view.zoom;
    const board = Data.board(node);
    if (board) down += tiles(board, x, down) + 6 * view.zoom;
    const dark = role[node] >= SIDES.won ? "#000000" : paint.ink;
    const write = (text, quiet) => {
      down += LINE * view.zoom;
      pen.fillStyle = dark;
      pen.font = `${quiet ? "italic " : ""}${11 * view.zoom}px system-ui, sans-serif`;
      pen.fillText(text.length > 60 ? `${text.slice(0, 59)}…` : text, x, down - (LINE / 2) * view.zoom, wide - 10 * view.zoom);
    };
    Data.label(node).forEach((text) => write(text, false));
    if (Data.cue(node)) write(Data.cue(node), true);
    const hidden = Walk.open[node] ? 0 : Data.out(node).length;
    if (hidden) badge(`+${hidden}`, x, y + high / 2);
    if (mark.after && mark.after[node] > 0) badge(`then ${Exact.double(mark.after[node])}`, x, y - high / 2);
    pen.globalAlpha = 1;
  };
  const badge = (text, x, y) => {
    const { paint } = Draw;
    pen.font = `bold ${11 * view.zoom}px system-ui, sans-serif`;
    const wide = pen.measureText(text).width + 12 * view.zoom;
    pen.fillStyle = paint.accent;
    pen.beginPath();
    pen.roundRect(x - wide / 2, y - 8 * view.zoom, wide, 16 * view.zoom, 8 * view.zoom);
    pen.fill();
    pen.fillStyle = paint.paper;
    pen.fillText(text, x, y);
  };

  const draw = (wide, high) => {
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const side = CARD * view.zoom;
    const near = (node) => {
      const [x, y] = [Draw.left(node), Draw.top(node)];
      return x > -side && x < wide + side && y > -side && y < high + side;
    };
    const between = (edge) => {
      const [x1, y1, x2, y2] = [Draw.left(source[edge]), Draw.top(source[edge]), Draw.left(target[edge]), Draw.top(target[edge])];
      const loop = Draw.level[target[edge]] <= Draw.level[source[edge]] ? side : 0;
      return Math.max(x1, x2) + loop > 0 && Math.min(x1, x2) < wide && Math.max(y1, y2) > 0 && Math.min(y1, y2) < high;
    };
    const edges = Draw.lines.filter((edge) => between(edge) && mark.passes(edge));
    const bends = edges.map(curve);
    edges.forEach((edge, place) => line(edge, bends[place]));
    Draw.shown.filter(near).forEach(card);
    edges.forEach((edge, place) => {
      const from = source[edge];
      const crowded = edges.length > LABELS || first[from + 1] - first[from] > CROWD;
      if (!crowded || edge === mark.edge || mark.path.has(edge)) name(edge, bends[place]);
    });
  };
  // How far a point is from a line through these points.
  const apart = (x, y, points) => {
    let least = Infinity;
    for (let at = 1; at < points.length; at++) {
      const [[x1, y1], [x2, y2]] = [points[at - 1], points[at]];
      const [dx, dy] = [x2 - x1, y2 - y1];
      const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
      least = Math.min(least, Math.hypot(x - x1 - along * dx, y - y1 - along * dy));
    }
    return least;
  };
  // The shown line under a point, or -1.
  const under = (x, y) => {
    let [best, least] = [-1, REACH];
    for (const edge of Draw.lines) {
      const [one, two] = [Draw.top(source[edge]), Draw.top(target[edge])];
      if (y < Math.min(one, two) - REACH || y > Math.max(one, two) + REACH || !mark.passes(edge)) continue;
      let points = [[Draw.left(source[edge]), one], [Draw.left(target[edge]), two]];
      if (Draw.close) {
        const bends = curve(edge);
        points = Array.from({ length: PIECES + 1 }, (_, at) => point(bends, at / PIECES));
      }
      const far = apart(x, y, points);
      if (far < least) [best, least] = [edge, far];
    }
    return best;
  };
  return { draw, under };
})();

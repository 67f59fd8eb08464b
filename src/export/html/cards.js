// The view at close range: cards with boards, texts and odds, and lines with names. The width of a line shows the
// probability of its event.
const Cards = (() => {
  const { role, target, source, style, decided, prob, reach, ROLES } = Data;
  const { view, mark, fade } = Drawing;
  const { LINE } = Layout;
  const NAMED = 0.5; // zoom from which names are drawn
  const NAMES = 400; // number of visible lines up to which names are drawn
  const DENSE = 300; // number of visible lines from which unselected lines fade
  const REACH = 6; // distance in pixels up to which a click selects a line
  const LEAST = 9; // minimum font size in pixels
  const WIDE = 2.8; // width from which the lines of an event are solid, since dashes become blocks
  const width = (edge) => (decided[edge] >= 0 ? (decided[edge] === 1 ? WIDE : 0.9) : 0.9 + 4.1 * prob[edge]);
  const wide = new Set(style.filter((at, edge) => decided[edge] < 0 && width(edge) > WIDE));
  const isSolid = (at) => wide.has(at);
  const DASHES = { solid: [], dashed: [7, 4], dotted: [2, 3], bold: [] };
  const FONT = "system-ui, sans-serif";

  const strength = (edge, dense) => {
    if (fade[source[edge]] || fade[target[edge]]) return 0.12;
    if (!dense || mark.path.has(edge) || Drawing.touches(edge)) return 1;
    return [0.05, 0.1, 0.22, 0.5][Drawing.weight(reach[source[edge]] * prob[edge])];
  };
  const line = (edge, bows, dense) => {
    const { paint } = Colour;
    const { pen } = Drawing;
    const on = mark.path.has(edge);
    const kind = style[edge] % paint.decisions;
    pen.globalAlpha = strength(edge, dense);
    pen.strokeStyle = on ? paint.accent : decided[edge] >= 0 ? paint.events[paint.decisions + decided[edge]] : paint.events[kind];
    const taken = decided[edge] === 1;
    pen.lineWidth = width(edge) * view.zoom + (on ? 1.5 : 0);
    const dash = decided[edge] === 0 ? "dashed" : taken ? "solid" : paint.dashes[kind];
    pen.setLineDash(DASHES[on || (decided[edge] < 0 && isSolid(style[edge])) ? "solid" : dash].map((part) => part * Math.max(view.zoom, 0.6)));
    pen.beginPath();
    Route.trace(pen, bows);
    pen.stroke();
    pen.setLineDash([]);
    pen.fillStyle = pen.strokeStyle;
    const [, , x2, y2, x3, y3, x, y] = bows[bows.length - 1];
    const tip = Math.max(4, 6 * view.zoom);
    const angle = Math.atan2(y - (y3 === y && x3 === x ? y2 : y3), x - (y3 === y && x3 === x ? x2 : x3));
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x - tip * Math.cos(angle - 0.42), y - tip * Math.sin(angle - 0.42));
    pen.lineTo(x - tip * Math.cos(angle + 0.42), y - tip * Math.sin(angle + 0.42));
    pen.fill();
    pen.globalAlpha = 1;
  };

  // A name is placed on its line where it overlaps nothing; a line without such a place gets no name.
  const meets = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  const boxOf = (node) => {
    const [x, y, wide, high] = [Drawing.left(node), Drawing.top(node), (Layout.now.wide / 2) * view.zoom, (Layout.height(node) / 2) * view.zoom];
    return [x - wide, y - high, x + wide, y + high];
  };
  let texts = []; // boxes of the texts beside cards and on lines
  const names = (edges, ways, cards) => {
    const { paint } = Colour;
    const { pen } = Drawing;
    const taken = [...cards.map(boxOf), ...texts];
    const size = Math.max(LEAST - 0.5, 11 * view.zoom);
    const own = (edge) => mark.path.has(edge) || edge === mark.edge || source[edge] === mark.node;
    const first = (edge) => (edge === mark.edge ? 3 : mark.path.has(edge) ? 2 : own(edge) ? 1 : reach[source[edge]] * prob[edge]);
    const places = edges.map((_, at) => at).filter((at) => decided[edges[at]] < 0);
    places.sort((a, b) => first(edges[b]) - first(edges[a]) || a - b);
    for (const at of places) {
      const edge = edges[at];
      if ((view.zoom < NAMED || edges.length > NAMES) && !own(edge)) continue;
      const text = Layout.name(edge);
      pen.font = `${edge === mark.edge ? "bold " : ""}${size}px ${FONT}`;
      const [wide, high] = [pen.measureText(text).width / 2 + 3, size * 0.68];
      const bows = ways[at];
      const ends = bows.length > 1 ? [bows[0], bows[bows.length - 1]] : [bows[0]];
      const spots = ends.flatMap((bow) => [0.5, 0.38, 0.62, 0.26, 0.74, 0.15, 0.85].map((t) => Route.point(bow, t)));
      const spot = spots.find(([x, y]) => !taken.some((box) => meets(box, [x - wide, y - high, x + wide, y + high])));
      if (!spot) continue;
      const [x, y] = spot;
      taken.push([x - wide, y - high, x + wide, y + high]);
      texts.push(taken[taken.length - 1]);
      pen.globalAlpha = 0.9;
      pen.fillStyle = paint.paper;
      pen.fillRect(x - wide, y - high, 2 * wide, 2 * high);
      pen.globalAlpha = fade[source[edge]] || fade[target[edge]] ? 0.3 : 1;
      pen.fillStyle = mark.path.has(edge) || edge === mark.edge ? paint.accent : paint.events[style[edge] % paint.decisions];
      pen.fillText(text, x, y);
      pen.globalAlpha = 1;
    }
  };

  const tiles = (board, x, y) => {
    const { paint } = Colour;
    const { pen } = Drawing;
    const side = Layout.tile(board) * view.zoom;
    board.forEach((row, down) =>
      row.forEach((tile, across) => {
        const [left, top] = [x + (across - row.length / 2) * side, y + down * side];
        const seat = typeof tile === "number" && tile > 1 ? tile - 2 : -1;
        pen.fillStyle = seat >= 0 ? Colour.seat(seat) : tile === 1 ? (paint.dark ? "#7b8494" : "#c4c9d1") : paint.paper;
        pen.fillRect(left + 0.5, top + 0.5, side - 1, side - 1);
        pen.strokeStyle = paint.quiet;
        pen.lineWidth = 0.7;
        pen.strokeRect(left + 0.5, top + 0.5, side - 1, side - 1);
        const text = seat >= 0 ? String(seat + 1) : tile === 1 ? "•" : tile === 0 ? "" : tile;
        if (!text || side < 7) return;
        pen.fillStyle = seat >= 0 || tile === 1 ? "#000000" : paint.ink;
        pen.font = `${side * 0.72}px ${FONT}`;
        pen.fillText(text, left + side / 2, top + side / 2, side - 1);
      }),
    );
    return board.length * side;
  };
  // The bar of shares: each player's odds or part of the value, from left to right in seat order.
  const bar = (node, x, y, wide) => {
    const shares = Perspective.shares(node);
    if (!shares) return;
    const { paint } = Colour;
    const { pen } = Drawing;
    const high = Math.max(3, 5 * view.zoom);
    const colours = Perspective.players > 1 ? [...Array.from({ length: Perspective.players }, (_, seat) => Colour.seat(seat)), paint.end] : [paint.accent, paint.paper];
    let from = x - wide / 2;
    shares.forEach((share, at) => {
      pen.fillStyle = colours[at];
      pen.fillRect(from, y - high, wide * share, high);
      from += wide * share;
    });
    pen.strokeStyle = paint.quiet;
    pen.lineWidth = 0.6;
    pen.strokeRect(x - wide / 2, y - high, wide, high);
  };
  const card = (node) => {
    const { paint } = Colour;
    const { pen } = Drawing;
    const zoom = view.zoom;
    const [x, y, wide, high] = [Drawing.left(node), Drawing.top(node), Layout.now.wide * zoom, Layout.height(node) * zoom];
    const end = Data.isEnd(node);
    const fill = Colour.fill(node);
    pen.globalAlpha = fade[node] ? 0.25 : 1;
    pen.fillStyle = fill;
    pen.strokeStyle = node === mark.node ? paint.ink : mark.found.has(node) ? paint.found : mark.onPath.has(node) ? paint.accent : paint.quiet;
    pen.lineWidth = node === mark.node ? 4 : mark.found.has(node) || mark.onPath.has(node) ? 2.5 : role[node] === ROLES.start ? 2.5 : 1;
    pen.setLineDash(role[node] === ROLES.cut || role[node] === ROLES.left ? [5, 4] : []);
    pen.beginPath();
    pen.roundRect(x - wide / 2, y - high / 2, wide, high, Data.isAction(node) ? Math.min(high / 2, 18 * zoom) : end ? 0 : 7 * zoom);
    pen.fill();
    pen.stroke();
    pen.setLineDash([]);
    if (end) {
      pen.lineWidth = 1;
      pen.strokeRect(x - wide / 2 - 3, y - high / 2 - 3, wide + 6, high + 6);
    }
    let down = y - high / 2 + 6 * zoom;
    const board = Data.board(node);
    if (board) down += tiles(board, x, down) + 6 * zoom;
    // As many lines as are readable.
    const size = Math.max(LEAST, 12 * zoom);
    const step = Math.max(LINE * zoom, size * 1.12);
    const bottom = y + high / 2 - (Perspective.shares(node) ? 9 : 2) * zoom;
    const ink = Colour.ink(fill);
    const write = (text, style) => {
      if (!text || down + step > bottom + step * 0.2) return;
      pen.fillStyle = ink;
      pen.font = `${style}${size}px ${FONT}`;
      pen.fillText(text.length > 60 ? `${text.slice(0, 59)}…` : text, x, down + step / 2, wide - 8 * zoom);
      down += step;
    };
    Data.texts(node).forEach((text) => write(text, ""));
    write(Data.note(node), "italic ");
    bar(node, x, y + high / 2 - 4 * zoom, wide - 16 * zoom);
    const hidden = Paths.open[node] ? 0 : Data.out(node).length;
    if (hidden && Layout.now.rightwards) badge(`+${hidden}`, x + wide / 2 + 2, y, 0.5);
    else if (hidden) badge(`+${hidden}`, x, y + high / 2 + 8 * zoom, 0);
    if (mark.after && mark.after[node] > 0) badge(`then ${Exact.double(mark.after[node])}`, x - wide / 2, y - high / 2 - 8 * zoom, 0.5);
    pen.globalAlpha = 1;
  };
  // A badge beside a card; `aside` shifts it by that fraction of its width.
  const badge = (text, x, y, aside) => {
    const { paint } = Colour;
    const { pen } = Drawing;
    const size = Math.max(LEAST - 0.5, 11 * view.zoom);
    pen.font = `bold ${size}px ${FONT}`;
    const wide = pen.measureText(text).width + size;
    const left = x + (aside - 0.5) * wide;
    texts.push([left, y - size * 0.72, left + wide, y + size * 0.72]);
    pen.fillStyle = paint.accent;
    pen.beginPath();
    pen.roundRect(left, y - size * 0.72, wide, size * 1.44, size * 0.72);
    pen.fill();
    pen.fillStyle = paint.paper;
    pen.fillText(text, left + wide / 2, y);
  };

  const draw = (wide, high) => {
    Drawing.pen.textAlign = "center";
    Drawing.pen.textBaseline = "middle";
    const side = 200 * view.zoom;
    const near = (node) => {
      const [x, y] = [Drawing.left(node), Drawing.top(node)];
      return x > -side && x < wide + side && y > -side && y < high + side;
    };
    const swing = 120 * view.zoom;
    const between = (edge) => {
      const [x1, y1, x2, y2] = [Drawing.left(source[edge]), Drawing.top(source[edge]), Drawing.left(target[edge]), Drawing.top(target[edge])];
      if (Layout.bends(edge)?.length) return Layout.now.rightwards ? Math.max(x1, x2) > -swing && Math.min(x1, x2) < wide + swing : Math.max(y1, y2) > -swing && Math.min(y1, y2) < high + swing;
      return Math.max(x1, x2) > -swing && Math.min(x1, x2) < wide + swing && Math.max(y1, y2) > -swing && Math.min(y1, y2) < high + swing;
    };
    const edges = Drawing.lines.filter((edge) => mark.passes(edge) && between(edge));
    const dense = edges.length > DENSE;
    // Lines that belong to the selection are drawn on top.
    if (dense) edges.sort((a, b) => strength(a, true) - strength(b, true));
    const ways = edges.map(Route.bows);
    edges.forEach((edge, place) => line(edge, ways[place], dense));
    const cards = Drawing.shown.filter(near);
    texts = [];
    cards.forEach(card);
    names(edges, ways, cards);
  };
  // Returns the visible line at a point, or -1.
  const under = (x, y) => {
    let [best, least] = [-1, REACH];
    const right = Layout.now.rightwards;
    for (const edge of Drawing.lines) {
      const ends = [source[edge], target[edge]].map(right ? Drawing.left : Drawing.top);
      const at = right ? x : y;
      const slack = Layout.bends(edge)?.length ? 60 : REACH;
      if (at < Math.min(...ends) - slack || at > Math.max(...ends) + slack || !mark.passes(edge)) continue;
      const far = Route.distance(x, y, Route.points(edge));
      if (far < least) [best, least] = [edge, far];
    }
    return best;
  };
  return { draw, under, isSolid, texts: () => texts };
})();

// The course of a line on the screen: between the cards, or straight if there are many lines.
const Route = (() => {
  const { source, target, first } = Data;
  const { place, level } = Layout;
  const { view } = Drawing;
  const TURN = 30; // distance by which a returning line leaves its row
  const PIECES = 8; // number of straight pieces that approximate a curve

  // Parallel lines without bends separate in the middle.
  const twin = (edge) => {
    let [all, before] = [0, 0];
    for (let other = first[source[edge]]; other < first[source[edge] + 1]; other++) {
      if (target[other] !== target[edge]) continue;
      all++;
      if (other < edge) before++;
    }
    return { before, aside: before - (all - 1) / 2 };
  };
  // A curve is eight numbers: its ends, with its control points between them.
  const bows = (edge) => {
    const { along, half, rightwards, wide } = Layout.now;
    const [from, to, zoom, stretch] = [source[edge], target[edge], view.zoom, Drawing.stretch()];
    const thick = (node) => ((rightwards ? wide : Layout.height(node)) / 2) * zoom;
    const row = (at) => along[at] * stretch;
    const ahead = level[to] > level[from];
    const way = Layout.bends(edge);
    const list = [];
    const put = (a1, l1, b1, m1, b2, m2, a2, l2) => {
      const [x, y] = [view.left, view.top];
      list.push(rightwards ? [x + l1, y + a1, x + m1, y + b1, x + m2, y + b2, x + l2, y + a2] : [x + a1, y + l1, x + b1, y + m1, x + b2, y + m2, x + a2, y + l2]);
    };
    const [a1, a2] = [place[from] * zoom + (Layout.ports.out.get(edge) ?? 0) * zoom, place[to] * zoom + (Layout.ports.into.get(edge) ?? 0) * zoom];
    if (!way && !ahead) {
      const side = (rightwards ? Layout.height(from) : wide) / 2 * zoom;
      const out = Math.max(a1, a2) + side + (60 + twin(edge).before * 24) * zoom;
      put(a1 + side, row(level[from]), out, row(level[from]), out, row(level[to]), a2 + side, row(level[to]));
      return list;
    }
    const [start, end] = [row(level[from]) + thick(from), row(level[to]) - thick(to)];
    if (!way) {
      const aside = twin(edge).aside * 46 * zoom;
      const rise = (end - start) / 2;
      put(a1 + aside * 0.4, start, a1 + aside, start + rise, a2 + aside, end - rise, a2 + aside * 0.4, end);
      return list;
    }
    let [a, l] = [a1, start];
    const step = ahead ? 1 : -1;
    const swing = TURN * zoom;
    way.forEach((bend, at) => {
      const here = level[from] + (ahead ? at + 1 : -at);
      const [enter, leave] = [row(here) - step * half[here] * zoom, row(here) + step * half[here] * zoom];
      const b = bend * zoom;
      if (!ahead && at === 0) put(a, l, a, enter + swing, b, enter + swing, b, enter);
      else put(a, l, a, (l + enter) / 2, b, (l + enter) / 2, b, enter);
      put(b, enter, b, enter, b, leave, b, leave);
      [a, l] = [b, leave];
    });
    if (ahead) put(a, l, a, (l + end) / 2, a2, (l + end) / 2, a2, end);
    else put(a, l, a, l - swing, a2, l - swing, a2, end);
    return list;
  };
  const point = ([x1, y1, x2, y2, x3, y3, x4, y4], t) => {
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    return [a * x1 + b * x2 + c * x3 + d * x4, a * y1 + b * y2 + c * y3 + d * y4];
  };
  // Points along a line; in the zoomed-out view only its ends and bends.
  const points = (edge) => {
    if (Drawing.close) {
      const list = bows(edge);
      return list.flatMap((bow, at) => Array.from({ length: PIECES + (at ? 0 : 1) }, (_, piece) => point(bow, (piece + (at ? 1 : 0)) / PIECES)));
    }
    const { along, rightwards } = Layout.now;
    const [from, to] = [source[edge], target[edge]];
    const ahead = level[to] > level[from];
    const bends = (Layout.bends(edge) ?? []).map((bend, at) => {
      const l = along[level[from] + (ahead ? at + 1 : -at)] * Drawing.stretch();
      return rightwards ? [view.left + l, view.top + bend * view.zoom] : [view.left + bend * view.zoom, view.top + l];
    });
    return [[Drawing.left(from), Drawing.top(from)], ...bends, [Drawing.left(to), Drawing.top(to)]];
  };
  const trace = (pen, list) => {
    pen.moveTo(list[0][0], list[0][1]);
    for (const [, , x2, y2, x3, y3, x4, y4] of list) pen.bezierCurveTo(x2, y2, x3, y3, x4, y4);
  };
  // The distance of a point from a line through these points.
  const distance = (x, y, all) => {
    let least = Infinity;
    for (let at = 1; at < all.length; at++) {
      const [[x1, y1], [x2, y2]] = [all[at - 1], all[at]];
      const [dx, dy] = [x2 - x1, y2 - y1];
      const share = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
      least = Math.min(least, Math.hypot(x - x1 - share * dx, y - y1 - share * dy));
    }
    return least;
  };
  return { bows, point, points, trace, distance };
})();

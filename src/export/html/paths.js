// Paths through the graph: the open situations, the path from the start, the most likely path, and the consequences
// of an event.
const Paths = (() => {
  const { meta, count, first, target, source, prob, decided, ply, byPly } = Data;
  const open = new Uint8Array(count);
  const visible = new Uint8Array(count);
  let seen = [];

  // A node is visible if it can be reached from the start through open nodes.
  const look = () => {
    for (const node of seen) visible[node] = 0;
    visible[meta.start] = 1;
    const list = [meta.start];
    for (let at = 0; at < list.length; at++) {
      if (!open[list[at]]) continue;
      for (let edge = first[list[at]]; edge < first[list[at] + 1]; edge++) {
        if (!visible[target[edge]]) {
          visible[target[edge]] = 1;
          list.push(target[edge]);
        }
      }
    }
    seen = list;
  };
  // Opens only the start.
  const begin = () => {
    open.fill(0);
    open[meta.start] = 1;
    look();
  };
  const set = (nodes, value) => {
    for (const node of nodes) open[node] = value;
    look();
  };
  const all = () => {
    open.fill(1);
    look();
  };
  const toggle = (node) => {
    open[node] = open[node] ? 0 : 1;
    look();
  };
  // Opens or closes a node and all nodes below it.
  const subtree = (node) => {
    const value = open[node] ? 0 : 1;
    const seen = new Uint8Array(count);
    const list = [node];
    seen[node] = 1;
    for (let at = 0; at < list.length; at++) {
      open[list[at]] = value;
      for (let edge = first[list[at]]; edge < first[list[at] + 1]; edge++) {
        if (!seen[target[edge]]) {
          seen[target[edge]] = 1;
          list.push(target[edge]);
        }
      }
    }
    look();
  };
  // Opens the nodes on a path, so that its last node is visible.
  const reveal = (path) => {
    let changed = false;
    for (const edge of path) {
      if (!open[source[edge]]) {
        open[source[edge]] = 1;
        changed = true;
      }
    }
    if (changed) look();
  };

  // An action that is not taken costs more than any path, so that paths use such actions only if they must.
  const AGAINST = 1e9;
  const cost = (edge) => (decided[edge] === 0 ? AGAINST : -Math.log(prob[edge]));

  // Dijkstra's algorithm for the most likely paths from a node, until `stop` accepts a node. Returns the edge by
  // which each node is entered.
  const likely = (from, stop) => {
    const best = new Float64Array(count).fill(Infinity);
    const by = new Int32Array(count).fill(-1);
    const heap = [[0, from]];
    const less = (a, b) => heap[a][0] < heap[b][0] || (heap[a][0] === heap[b][0] && heap[a][1] < heap[b][1]);
    const swap = (a, b) => ([heap[a], heap[b]] = [heap[b], heap[a]]);
    const push = (item) => {
      heap.push(item);
      for (let at = heap.length - 1; at > 0 && less(at, (at - 1) >> 1); at = (at - 1) >> 1) swap(at, (at - 1) >> 1);
    };
    const pop = () => {
      const top = heap[0];
      const last = heap.pop();
      if (heap.length) heap[0] = last;
      for (let at = 0; ; ) {
        let least = at;
        for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && less(child, least)) least = child;
        if (least === at) return top;
        swap(at, least);
        at = least;
      }
    };
    best[from] = 0;
    while (heap.length) {
      const [value, node] = pop();
      if (value > best[node]) continue;
      if (stop(node)) return { by, end: node };
      for (let edge = first[node]; edge < first[node + 1]; edge++) {
        const more = value + cost(edge);
        if (more < best[target[edge]]) {
          best[target[edge]] = more;
          by[target[edge]] = edge;
          push([more, target[edge]]);
        }
      }
    }
    return { by, end: -1 };
  };
  const trace = (by, from, to) => {
    const path = [];
    for (let node = to; node !== from; node = source[by[node]]) {
      if (by[node] < 0) return [];
      path.push(by[node]);
    }
    return path.reverse();
  };
  let fromStart = null;
  const pathTo = (node) => {
    fromStart ??= likely(meta.start, () => false).by;
    return trace(fromStart, meta.start, node);
  };
  const lineFrom = (node) => {
    const { by, end } = likely(node, (at) => first[at] === first[at + 1]);
    return end < 0 ? [] : trace(by, node, end);
  };

  // The exact probability of a path; decisions count as certain.
  const chance = (path) => {
    let value = Exact.one;
    for (const edge of path) if (decided[edge] < 0) value = Exact.times(value, Exact.read(Data.fraction(edge)));
    return value;
  };

  // The expected visits of each node after `from`: a probability in a graph without cycles. Mass moves forward in the
  // order of play; mass that returns to earlier nodes takes further rounds.
  const after = (from) => {
    const visits = new Float64Array(count);
    const mass = new Float64Array(count);
    mass[from] = 1;
    for (let round = 0, left = 1; left > 1e-13 && round < 10000; round++) {
      left = 0;
      for (const node of byPly) {
        const here = mass[node];
        if (!here) continue;
        mass[node] = 0;
        visits[node] += here;
        for (let edge = first[node]; edge < first[node + 1]; edge++) {
          const share = here * prob[edge];
          mass[target[edge]] += share;
          if (ply[target[edge]] <= ply[node]) left += share;
        }
      }
    }
    return visits;
  };
  // The exact number for one node, if the graph has no cycles and few nodes are in between.
  const BETWEEN = 600;
  const afterExactly = (from, to, visits) => {
    if (Data.cyclic || ply[to] < ply[from]) return null;
    const between = new Set([to]);
    const list = [to];
    while (list.length) {
      for (const edge of Data.back(list.pop())) {
        if (visits[source[edge]] && !between.has(source[edge])) {
          between.add(source[edge]);
          list.push(source[edge]);
        }
      }
      if (between.size > BETWEEN) return null;
    }
    const values = new Map([[from, Exact.one]]);
    for (const node of [...between].sort((a, b) => ply[a] - ply[b])) {
      const here = values.get(node);
      if (!here) continue;
      for (let edge = first[node]; edge < first[node + 1]; edge++) {
        if (!between.has(target[edge])) continue;
        const share = Exact.times(here, Exact.read(Data.fraction(edge)));
        values.set(target[edge], Exact.plus(values.get(target[edge]) || Exact.zero, share));
      }
    }
    return values.get(to) || Exact.zero;
  };

  return {
    open, visible, begin, set, all, toggle, subtree, reveal, pathTo, lineFrom, chance, after, afterExactly,
    list: () => [...seen],
    // The open nodes in the order of play.
    inOrder: () => (seen.length === count ? [...byPly] : [...seen].sort((a, b) => ply[a] - ply[b] || a - b)),
    get shown() { return seen.length; },
  };
})();

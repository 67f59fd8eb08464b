// The layout. Rows are plies, and time runs down or to the right: `place` is the position across the rows, `along`
// the position of a row. Lines that pass through rows have bends there, which take space as cards do.
const Layout = (() => {
  const { count, ply, first, target, source } = Data;
  const ROUTED = 2000; // number of open nodes up to which lines avoid cards
  const MOST_BENDS = 8000;
  const EVENNESS = 5000; // number of open nodes up to which rows are evened out
  const SPACING = 220; // between neighbours of a row in the data
  const [SWEEPS, PASSES] = [8, 12];
  const LINE = 15;
  const TILE = 13;
  const [BESIDE, BAND] = [20, 78]; // space between cards of a row, and between rows if time runs down
  const [NARROW, BROAD] = [76, 190]; // widths of cards
  const BEND = 13;
  const place = new Float64Array(count);
  const level = new Uint32Array(count);
  const heights = new Float32Array(count);
  const ports = { out: new Map(), into: new Map() };
  let bends = new Map(); // the places of the bends of each edge, row by row
  let state = { rows: [], along: [], half: [], width: 0, length: 0, wide: BROAD, shown: [], lines: [], rightwards: false, routed: false };
  const ruler = document.createElement("canvas").getContext("2d");
  ruler.font = "12px system-ui, sans-serif";
  const measures = new Map();
  const measure = (text) => {
    if (!measures.has(text)) measures.set(text, ruler.measureText(text).width);
    return measures.get(text);
  };

  const tile = (board) => Math.min(TILE, (state.wide - 12) / Math.max(...board.map((row) => row.length), 1));
  const tall = (node) => {
    const board = Data.board(node);
    const bar = Perspective.shares(node) ? 8 : 0;
    return 12 + bar + LINE * (Data.texts(node).length + (Data.note(node) ? 1 : 0)) + (board ? board.length * tile(board) + 6 : 0);
  };
  const height = (node) => (heights[node] ||= tall(node));
  // All cards are as wide as the longest text needs.
  const widest = (shown) => {
    let most = NARROW;
    for (const node of shown.slice(0, ROUTED)) {
      for (const text of Data.texts(node)) most = Math.max(most, measure(text) + 18);
      most = Math.max(most, measure(Data.note(node)) + 18, 15 + TILE * (Data.board(node)?.[0]?.length ?? 0));
    }
    return Math.min(BROAD, Math.ceil(most));
  };
  // The name of an event.
  const short = (text) => (text.length > 12 ? null : text.replace(/\/1$/, ""));
  const name = (edge) => {
    const event = Data.event(edge);
    const cut = event.length > 18 ? `${event.slice(0, 17)}…` : event;
    return Data.decided[edge] >= 0 ? "" : `${cut}: ${short(Data.fraction(edge)) || `≈ ${Exact.double(Data.prob[edge])}`}`;
  };

  // A box of a row: a card or a bend.
  const across = (node) => (state.rightwards ? height(node) : state.wide);
  const gather = (rows, lines) => {
    const spots = [];
    const of = new Map();
    const columns = rows.map((row) =>
      row.map((node) => {
        of.set(node, spots.length);
        spots.push({ at: Data.x[node], size: across(node) + BESIDE, sum: 0, weight: 0, node });
        return spots.length - 1;
      }),
    );
    const links = [];
    const chains = new Map();
    for (const edge of lines) {
      const [from, to] = [source[edge], target[edge]];
      const key = from * count + to;
      if (chains.has(key)) {
        chains.get(key).edges.push(edge);
        continue;
      }
      const chain = { edges: [edge], spots: [] };
      chains.set(key, chain);
      const [start, end] = [level[from], level[to]];
      const step = end > start ? 1 : -1;
      // Lines that go back, or stay in a row, turn in the rows of both ends.
      const inner = end > start ? [start + 1, end - 1] : [start, end];
      let last = end > start ? of.get(from) : -1;
      for (let row = inner[0]; (inner[1] - row) * step >= 0; row += step) {
        const share = end === start ? 0.5 : (row - start) / (end - start);
        columns[row].push(spots.length);
        spots.push({ at: Data.x[from] * (1 - share) + Data.x[to] * share + (end > start ? 0 : SPACING), size: BEND, sum: 0, weight: 0, node: -1 });
        chain.spots.push(spots.length - 1);
        if (last >= 0) links.push([Math.min(row, row - step), last, spots.length - 1, spots[last].node < 0 ? 6 : 1]);
        last = spots.length - 1;
        if (spots.length > ROUTED + MOST_BENDS) return null;
      }
      if (end > start) links.push([end - 1, last, of.get(to), 1]);
      else for (const [spot, node] of [[chain.spots[0], from], [chain.spots[chain.spots.length - 1], to]]) (spots[spot].near ??= []).push(of.get(node));
    }
    for (const chain of chains.values()) for (const spot of chain.spots) spots[spot].size += 8 * (chain.edges.length - 1);
    return { spots, columns, links, chains };
  };
  // Orders rows by the mean place of the neighbours in the row before, then after (Sugiyama, Tagawa and Toda, 1981).
  const order = ({ spots, columns, links }) => {
    const near = spots.map(() => [[], []]);
    for (const [, one, two] of links) {
      near[two][0].push(one);
      near[one][1].push(two);
    }
    columns.forEach((column) => column.sort((a, b) => spots[a].at - spots[b].at || a - b));
    const settle = (column) => column.forEach((spot, at) => (spots[spot].at = at - (column.length - 1) / 2));
    columns.forEach(settle);
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      const side = sweep % 2;
      for (const column of side ? [...columns].reverse() : columns) {
        const wish = new Map(column.map((spot) => {
          const list = [...near[spot][side], ...(spots[spot].near ?? [])];
          return [spot, list.length ? list.reduce((sum, other) => sum + spots[other].at, 0) / list.length : spots[spot].at];
        }));
        column.sort((a, b) => wish.get(a) - wish.get(b) || spots[a].at - spots[b].at);
        settle(column);
      }
    }
  };
  // Least squares under order and distance constraints: boxes that would come too close move as one block.
  const pool = (column, spots) => {
    const blocks = [];
    let offset = 0;
    column.forEach((spot, at) => {
      if (at) offset += (spots[column[at - 1]].size + spots[spot].size) / 2;
      const { sum, weight } = spots[spot];
      const wish = weight ? sum / weight : spots[spot].at;
      const heavy = weight || 1e-6;
      blocks.push({ sum: (wish - offset) * heavy, weight: heavy, size: 1, offsets: [offset] });
      for (let last = blocks.length - 1; last > 0; last--) {
        const [one, two] = [blocks[last - 1], blocks[last]];
        if (one.sum / one.weight <= two.sum / two.weight) break;
        one.sum += two.sum;
        one.weight += two.weight;
        one.offsets.push(...two.offsets);
        blocks.pop();
      }
    });
    let at = 0;
    for (const { sum, weight, offsets } of blocks) for (const off of offsets) spots[column[at++]].at = sum / weight + off;
  };
  const route = (rows, lines) => {
    const all = gather(rows, lines);
    if (!all) return false;
    const { spots, columns, links, chains } = all;
    order(all);
    for (const column of columns) {
      let at = 0;
      column.forEach((spot) => {
        spots[spot].at = at + spots[spot].size / 2;
        at += spots[spot].size;
      });
      column.forEach((spot) => (spots[spot].at -= at / 2));
    }
    const [down, up] = [columns.map(() => []), columns.map(() => [])];
    for (const link of links) {
      down[link[0] + 1]?.push(link);
      up[link[0]].push(link);
    }
    for (let pass = 0; pass < PASSES; pass++) {
      const towards = pass % 2 ? up : down;
      for (let at = 0; at < columns.length; at++) {
        const row = pass % 2 ? columns.length - 1 - at : at;
        for (const spot of columns[row]) spots[spot].sum = spots[spot].weight = 0;
        for (const [, one, two, weight] of towards[row]) {
          const [own, other] = pass % 2 ? [one, two] : [two, one];
          spots[own].sum += spots[other].at * weight;
          spots[own].weight += weight;
        }
        for (const spot of columns[row]) {
          for (const other of spots[spot].near ?? []) {
            spots[spot].sum += 2 * spots[other].at;
            spots[spot].weight += 2;
          }
        }
        pool(columns[row], spots);
      }
    }
    for (const spot of spots) if (spot.node >= 0) place[spot.node] = spot.at;
    bends = new Map();
    for (const { edges, spots: passed } of chains.values()) {
      edges.forEach((edge, at) => bends.set(edge, passed.map((spot) => spots[spot].at + 8 * (at - (edges.length - 1) / 2))));
    }
    spread(lines);
    return true;
  };
  // Lines leave and enter a card side by side, in the order of their targets.
  const spread = (lines) => {
    ports.out.clear();
    ports.into.clear();
    const leave = new Map();
    const enter = new Map();
    for (const edge of lines) {
      const way = bends.get(edge);
      const [from, to] = [source[edge], target[edge]];
      if (!leave.has(from)) leave.set(from, []);
      if (!enter.has(to)) enter.set(to, []);
      leave.get(from).push([way.length ? way[0] : place[to], edge]);
      enter.get(to).push([way.length ? way[way.length - 1] : place[from], edge]);
    }
    for (const [lists, table] of [[leave, ports.out], [enter, ports.into]]) {
      for (const [node, list] of lists) {
        list.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        const step = Math.min(16, (across(node) - 22) / list.length);
        list.forEach(([, edge], at) => table.set(edge, (at - (list.length - 1) / 2) * step));
      }
    }
  };

  // The rows as in the data, or without gaps.
  const unrouted = (rows, shown, lines) => {
    bends = new Map();
    ports.out.clear();
    ports.into.clear();
    const gap = state.rightwards ? Math.max(...shown.slice(0, 400).map(height)) + BESIDE : state.wide + BESIDE;
    const whole = shown.length === count;
    for (const row of rows) {
      row.sort((a, b) => Data.x[a] - Data.x[b] || a - b);
      row.forEach((node, at) => (place[node] = (whole ? Data.x[node] / SPACING : at - (row.length - 1) / 2) * gap));
    }
    if (shown.length > EVENNESS) return;
    const spots = new Map(shown.map((node) => [node, { at: place[node], size: gap, sum: 0, weight: 0 }]));
    const table = { ...Object.fromEntries(spots) };
    for (const down of [true, false, true, false]) {
      for (const spot of spots.values()) spot.sum = spot.weight = 0;
      for (const edge of lines) {
        const [from, to] = down ? [source[edge], target[edge]] : [target[edge], source[edge]];
        spots.get(to).sum += spots.get(from).at;
        spots.get(to).weight++;
      }
      for (const row of rows) pool(row, table);
    }
    for (const [node, { at }] of spots) place[node] = at;
  };

  const arrange = (rightwards) => {
    const table = [];
    const shown = Paths.inOrder();
    for (const node of shown) (table[ply[node]] ??= []).push(node);
    const rows = table.filter((row) => row);
    rows.forEach((row, at) => row.forEach((node) => (level[node] = at)));
    const lines = [];
    for (const node of shown) {
      if (!Paths.open[node]) continue;
      for (let edge = first[node]; edge < first[node + 1]; edge++) lines.push(edge);
    }
    const wide = shown.length <= ROUTED ? widest(shown) : BROAD;
    if (wide !== state.wide) heights.fill(0);
    state = { ...state, rows, shown, lines, wide, rightwards };
    state.routed = shown.length <= ROUTED && route(rows, lines);
    if (!state.routed) unrouted(rows, shown, lines);
    for (const row of rows) row.sort((a, b) => place[a] - place[b]);
    // The space that each row takes along the time axis, and the space that names need between rows.
    const many = shown.length > ROUTED;
    const tallest = (nodes) => Math.max(...nodes.slice(0, 400).map(height));
    const alike = many && tallest(shown);
    const half = rows.map((row) => (rightwards ? wide : alike || tallest(row)) / 2);
    const room = many || !rightwards ? BAND : Math.min(150, Math.max(50, ...lines.map((edge) => measure(name(edge))))) + 44;
    let at = 0;
    const along = half.map((size, row) => (at += row ? half[row - 1] + size + room : 0));
    let [least, most] = [Infinity, -Infinity];
    const edge = (middle, size) => {
      least = Math.min(least, middle - size / 2);
      most = Math.max(most, middle + size / 2);
    };
    for (const node of shown) edge(place[node], many ? wide : across(node));
    for (const way of bends.values()) for (const bend of way) edge(bend, BEND);
    const middle = (least + most) / 2;
    for (const node of shown) place[node] -= middle;
    for (const way of bends.values()) way.forEach((bend, turn) => (way[turn] = bend - middle));
    Object.assign(state, { half, along, width: most - least, length: at + half[0] + half[half.length - 1] });
  };

  return {
    place, level, LINE, arrange, height, tile, name, ports,
    bends: (edge) => bends.get(edge),
    get now() { return state; },
  };
})();

// Reads the data blocks: columns, chunk by chunk. Fractions stay text until they are needed.
const Data = (() => {
  const blocks = (name) => [...document.querySelectorAll(`script[data-part="${name}"]`)];
  const parse = (block) => JSON.parse(block.textContent);
  const meta = parse(document.getElementById("meta"));
  const nodes = blocks("nodes").map(parse);
  const edges = blocks("edges").map(parse);
  const exact = blocks("exact");
  const parsed = new Map();
  const count = meta.nodes;
  const size = nodes.length ? nodes[0].ply.length : 1;
  const edgeSize = edges.length ? edges[0].target.length : 1;

  // One typed array for each quantity that every frame or every search needs.
  const gather = (chunks, name, array) => {
    let place = 0;
    for (const chunk of chunks) {
      array.set(chunk[name], place);
      place += chunk[name].length;
    }
    return array;
  };
  const x = gather(nodes, "x", new Float64Array(count));
  const ply = gather(nodes, "ply", new Int32Array(count));
  const role = gather(nodes, "role", new Uint8Array(count));
  const mover = gather(nodes, "mover", new Int8Array(count));
  const reach = gather(nodes, "reach", new Float64Array(count));
  const first = new Uint32Array(count + 1);
  gather(nodes, "out", first.subarray(1));
  for (let node = 0; node < count; node++) first[node + 1] += first[node];
  const target = gather(edges, "target", new Uint32Array(meta.edges));
  const style = gather(edges, "style", new Uint16Array(meta.edges));
  const decided = gather(edges, "decided", new Int8Array(meta.edges));

  const entry = (texts, at) => texts.t[texts.i ? texts.i[at] : at];
  // The payoff of an event to its mover as text, in the unit of the values; 0 if the file has no payoffs.
  const gain = (edge) => {
    const cells = edges[Math.floor(edge / edgeSize)].gain;
    if (!cells) return "0";
    return String(cells.t ? entry(cells, edge % edgeSize) : cells[edge % edgeSize]);
  };
  const edgeText = (name, edge) => entry(edges[Math.floor(edge / edgeSize)][name], edge % edgeSize);
  const fraction = (edge) => edgeText("prob", edge);
  const event = (edge) => edgeText("event", edge);

  const prob = new Float64Array(meta.edges);
  const source = new Uint32Array(meta.edges);
  edges.forEach((chunk, place) => {
    const values = chunk.prob.t.map(Exact.number);
    chunk.target.forEach((_, at) => (prob[place * edgeSize + at] = values[chunk.prob.i ? chunk.prob.i[at] : at]));
  });
  for (let node = 0; node < count; node++) source.fill(node, first[node], first[node + 1]);

  // The edges into each node, indexed like the edges out of each node.
  const firstIn = new Uint32Array(count + 2);
  for (const node of target) firstIn[node + 2]++;
  for (let node = 1; node < firstIn.length; node++) firstIn[node] += firstIn[node - 1];
  const into = new Uint32Array(meta.edges);
  for (let edge = 0; edge < meta.edges; edge++) into[firstIn[target[edge] + 1]++] = edge;

  // The nodes by ply. In a graph without cycles this is the order of play.
  const byPly = Uint32Array.from({ length: count }, (_, node) => node).sort((a, b) => ply[a] - ply[b] || a - b);
  let cyclic = false;
  for (let edge = 0; edge < meta.edges && !cyclic; edge++) cyclic = ply[target[edge]] <= ply[source[edge]];

  const fact = (name) => meta.facts.find(([other]) => other === name)?.[1];
  // A bound on the error of each value in doubles. A value that errors could explain counts as 0.
  const bound = Number(fact("error")) || 0;
  const bounded = meta.columns.map(([name]) => /^value(_\d+)?$/.test(name));
  const cell = (column, node) => {
    const cells = nodes[Math.floor(node / size)].columns[column];
    const found = cells.t ? entry(cells, node % size) : cells[node % size];
    return bounded[column] && Math.abs(found) <= bound ? 0 : found;
  };
  // The difference of two numbers of a column; 0 if errors could explain it.
  const change = (before, after) => {
    const rounding = Number.EPSILON * Math.max(Math.abs(before), Math.abs(after));
    return Math.abs(after - before) <= Math.max(2 * bound, rounding) ? 0 : after - before;
  };
  const columnNamed = (name) => meta.columns.findIndex((column) => column[0] === name);
  // The least and the greatest number of a column.
  const spreads = new Map();
  const spread = (column) => {
    if (!spreads.has(column)) {
      let [least, most] = [Infinity, -Infinity];
      for (let node = 0; node < count; node++) {
        const number = cell(column, node);
        least = Math.min(least, number);
        most = Math.max(most, number);
      }
      spreads.set(column, { least, most });
    }
    return spreads.get(column);
  };
  const stateColumn = columnNamed("state");
  const label = (node) => entry(nodes[Math.floor(node / size)].label, node % size).split("\n");
  const LONG = 32; // characters of the longest name of a state on one line
  // The values of variables in a name such as (x=1,y=2), and the text after it.
  const variables = (text) => {
    const found = /^\(([^)]*)\)[, ]*(.*)$/.exec(text);
    const values = found ? found[1].split(",") : [];
    return values.length && values.every((value) => value.includes("=")) ? [values, found[2]] : null;
  };
  // For each variable, whether it differs between states; empty if no name is too long.
  let differs = null;
  const differing = () => {
    if (differs) return differs;
    const [firsts, found] = [[], []];
    let long = false;
    for (let node = 0; node < count; node++) {
      const [name] = label(node);
      variables(name)?.[0].forEach((value, at) => {
        long ||= name.length > LONG;
        firsts[at] ??= value;
        found[at] ||= value !== firsts[at];
      });
    }
    return (differs = long ? found : []);
  };
  // Texts with the name of a state on several lines if names are too long, without the variables that are the same in all states.
  const named = (all) => {
    const found = differing().length ? variables(all[0]) : null;
    if (!found) return all;
    const kept = found[0].filter((_, at) => differing()[at]);
    const lines = ["("];
    (kept.length ? kept : found[0]).forEach((value, at, { length }) => {
      if (lines.at(-1).length > 1 && lines.at(-1).length + value.length >= LONG) lines.push("");
      lines.push(`${lines.pop()}${value}${at + 1 < length ? "," : ")"}`);
    });
    return [...lines, ...(found[1] ? [found[1]] : []), ...all.slice(1)];
  };
  // The label without its first line if that repeats the board in letters.
  const texts = (node) => {
    const all = label(node);
    const rows = board(node)?.map((row) => row.map((tile) => (tile === 0 ? "." : tile)).join(""));
    return rows && all.length > 1 && all[0] === rows.join("/") ? all.slice(1) : named(all);
  };
  const state = (node) => (stateColumn < 0 ? label(node)[0] : cell(stateColumn, node));

  // The board of a node: rows of tiles, which the file stores run-length encoded.
  const unroll = (row) => {
    const tiles = [];
    for (let at = 0; at < row.length; at += 2) for (let times = row[at + 1]; times > 0; times--) tiles.push(row[at]);
    return tiles;
  };
  const board = (node) => {
    const chunk = nodes[Math.floor(node / size)];
    const rows = chunk.board && chunk.board.of[node % size];
    return rows && rows.length ? rows.map((row) => unroll(chunk.board.rows[row])) : null;
  };

  // The fraction in a column, or null if the file has doubles only. Its block is parsed on first use.
  const exactly = (name, node) => {
    const column = meta.exact.indexOf(name);
    const place = Math.floor(node / size);
    if (column < 0 || !exact[place]) return null;
    if (!parsed.has(place)) parsed.set(place, parse(exact[place]));
    return entry(parsed.get(place)[column], node % size);
  };

  const players = Math.max(meta.seats, Number(fact("players")) || 1);

  const playerName = (seat) => meta.players?.[seat] ?? `player ${seat + 1}`;

  const ROLES = { start: 1, drawn: 2, done: 3, cut: 4, left: 5, taken: 6, lost: 7, won: 10 };
  const isAction = (node) => role[node] === ROLES.left || role[node] === ROLES.taken;
  const isEnd = (node) => role[node] === ROLES.drawn || role[node] === ROLES.done || role[node] >= ROLES.lost;
  const out = (node) => {
    const list = [];
    for (let edge = first[node]; edge < first[node + 1]; edge++) list.push(edge);
    return list;
  };
  const back = (node) => [...into.subarray(firstIn[node], firstIn[node + 1])];

  // The role of a node in words.
  const cue = (node) => {
    const is = role[node];
    const player = mover[node] >= 0 ? playerName(mover[node]) : "";
    if (is >= ROLES.won) return players === 1 && !meta.players ? "won" : `${playerName(is - ROLES.won)} wins`;
    if (is === ROLES.lost) return "lost";
    if (is === ROLES.drawn) return "draw";
    if (is === ROLES.done) return "end";
    if (is === ROLES.cut) return "cut here: play goes on";
    if (is === ROLES.taken) return "best: taken";
    if (is === ROLES.left) return "not taken";
    if (is === ROLES.start) return player ? `${player} starts` : "start";
    return player ? `${player} to move` : "";
  };
  // The role of a node on its card, unless the label begins with the same words.
  const note = (node) => (cue(node) === label(node)[0] ? "" : cue(node));

  return {
    meta, count, players, playerName, gain, columnNamed, spread, x, ply, role, mover, reach, first, target, source, style, decided, prob, byPly, cyclic, ROLES,
    fraction, event, cell, change, label, texts, state, board, exactly, isAction, isEnd, out, back, cue, note,
  };
})();

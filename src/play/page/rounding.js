// Rounds tables of numbers so that the numbers that are shown add up.
const Rounding = (() => {
  const CLOSE = 1e-6; // a number this close to a whole number is one
  const isWhole = (value) => Math.abs(value - Math.round(value)) < CLOSE;

  // The fractional entries of a table on a closed path that turns at each entry, along a row and along a column by turns.
  // The path begins at any fractional entry. If it leads nowhere, because of the errors of doubles, the entry is returned alone.
  const path = (rows) => {
    const fractional = (row, column) => !isWhole(rows[row][column]);
    const start = rows.findIndex((row) => row.some((value) => !isWhole(value)));
    if (start < 0) return null;
    let at = [start, rows[start].findIndex((value) => !isWhole(value))];
    const [entries, lines] = [[at], new Map([[`column ${at[1]}`, 0]])];
    for (let along = "row"; ; along = along === "row" ? "column" : "row") {
      const line = along === "row" ? `row ${at[0]}` : `column ${at[1]}`;
      // The path has come back to a line: the entries since then are closed.
      if (lines.has(line)) return entries.slice(lines.get(line));
      const [row, column] = at;
      const next = along === "row" ? rows[row].findIndex((_, other) => other !== column && fractional(row, other)) : rows.findIndex((_, other) => other !== row && fractional(other, column));
      if (next < 0) return [at];
      lines.set(line, entries.length);
      at = along === "row" ? [row, next] : [next, column];
      entries.push(at);
    }
  };
  // Rounds a table in which each row and each column has a whole sum: every number becomes the whole number below or
  // above it, and all sums stay (controlled rounding, Causey, Cox and Ernst 1985).
  const table = (exact) => {
    const rows = exact.map((row) => row.map((value) => (isWhole(value) ? Math.round(value) : value)));
    for (let entries = path(rows); entries; entries = path(rows)) {
      const value = ([row, column]) => rows[row][column];
      const set = ([row, column], to) => (rows[row][column] = isWhole(to) ? Math.round(to) : to);
      if (entries.length % 2) {
        entries.forEach((at) => set(at, Math.round(value(at))));
        continue;
      }
      // Entries grow and shrink by turns, until the first of them is whole.
      const room = (up) => Math.min(...entries.map((at, place) => ((place % 2 === 0) === up ? Math.ceil(value(at)) - value(at) : value(at) - Math.floor(value(at)))));
      const [more, less] = [room(true), room(false)];
      const step = more <= less ? more : -less;
      entries.forEach((at, place) => set(at, value(at) + (place % 2 === 0 ? step : -step)));
    }
    return rows.map((row) => row.map((number) => number || 0));
  };
  // Rounds numbers with a whole sum, those with the largest remainders up.
  const list = (exact) => {
    const below = exact.map((value) => (isWhole(value) ? Math.round(value) : Math.floor(value)));
    const missing = Math.round(exact.reduce((sum, value) => sum + value, 0)) - below.reduce((sum, value) => sum + value, 0);
    const order = exact.map((_, at) => at).sort((a, b) => exact[b] - below[b] - (exact[a] - below[a]) || a - b);
    const up = new Set(order.slice(0, missing));
    return below.map((value, at) => value + (up.has(at) ? 1 : 0) || 0);
  };
  // Rounds the numbers at the start and now, which have whole sums, and the changes between them, whose sums are 0, so that each
  // column adds up from the start to now. The differences of the rounded ends are shared by the rows with changes.
  const ledger = (start, changes, now) => {
    const [first, last] = [start, now].map(list);
    const moving = changes.filter((row) => row.some((value) => value !== 0));
    const sum = (column) => changes.reduce((all, row) => all + row[column], 0);
    const shift = first.map((value, column) => (last[column] - value - sum(column)) / (moving.length || 1));
    const rows = changes.map((row) => (moving.includes(row) ? row.map((value, column) => value + shift[column]) : row));
    return { start: first, changes: table(rows), now: last };
  };
  return { list, ledger };
})();

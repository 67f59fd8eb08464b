// Opens the first situations: whole turns as long as all open situations are readable at once, then the most
// likely situations of the next turn.
const InitialView = (() => {
  const { meta, ply, reach } = Data;
  const MOST = 70; // maximum number of open situations
  const TRIES = 4; // number of situations without room after which no more are tried
  const grow = (rightwards) => {
    Drawing.way = rightwards;
    Paths.begin();
    Drawing.arrange();
    const fits = () => Paths.shown <= MOST && Drawing.whole() >= Drawing.readable();
    if (!fits()) return;
    const opened = (nodes) => {
      Paths.set(nodes, 1);
      Drawing.arrange();
      if (fits()) return true;
      Paths.set(nodes, 0);
      return false;
    };
    // Opens turn by turn as long as the whole turn fits, then the most likely situations, then the actions that are not
    // taken.
    const rejected = new Set();
    const closed = (test) => Paths.list().filter((node) => !Paths.open[node] && Data.out(node).length && !rejected.has(node) && test(node));
    for (;;) {
      const all = closed((node) => reach[node] > 0);
      const least = all.reduce((most, node) => Math.min(most, ply[node]), Infinity);
      if (!all.length || !opened(all.filter((node) => ply[node] === least))) break;
    }
    while (rejected.size < TRIES) {
      const [next] = closed(() => true).sort((a, b) => reach[b] - reach[a] || ply[a] - ply[b] || a - b);
      if (next === undefined) break;
      if (!opened([next])) rejected.add(next);
    }
    Drawing.arrange();
  };
  const begin = () => {
    let best = { shown: -1 };
    for (const rightwards of Drawing.turned === null ? [false, true] : [Drawing.turned]) {
      grow(rightwards);
      const now = { shown: Paths.shown, zoom: Drawing.whole(), rightwards, open: Paths.list().filter((node) => Paths.open[node]) };
      if (now.shown > best.shown || (now.shown === best.shown && now.zoom > best.zoom)) best = now;
    }
    Drawing.way = best.rightwards;
    Paths.begin();
    Paths.set(best.open, 1);
    Drawing.arrange();
    Drawing.readably(meta.start);
  };
  return { begin };
})();

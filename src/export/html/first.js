// What is open at first: as many turns, and of the last the likeliest situations, as can be read at one sight.
const First = (() => {
  const { meta, ply, reach } = Data;
  const MOST = 70; // situations
  const TRIES = 4; // of situations for which there is no room
  const grow = (rightwards) => {
    Draw.way = rightwards;
    Walk.begin();
    Draw.arrange();
    const fits = () => Walk.shown <= MOST && Draw.whole() >= Draw.READABLE;
    if (!fits()) return;
    const opened = (nodes) => {
      Walk.set(nodes, 1);
      Draw.arrange();
      if (fits()) return true;
      Walk.set(nodes, 0);
      return false;
    };
    // Turn by turn what can happen, as long as the whole turn fits; then the likeliest; then what nobody would do.
    const rejected = new Set();
    const closed = (test) => Walk.list().filter((node) => !Walk.open[node] && Data.out(node).length && !rejected.has(node) && test(node));
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
    Draw.arrange();
  };
  const begin = () => {
    let best = { shown: -1 };
    for (const rightwards of Draw.turned === null ? [false, true] : [Draw.turned]) {
      grow(rightwards);
      const now = { shown: Walk.shown, zoom: Draw.whole(), rightwards, open: Walk.list().filter((node) => Walk.open[node]) };
      if (now.shown > best.shown || (now.shown === best.shown && now.zoom > best.zoom)) best = now;
    }
    Draw.way = best.rightwards;
    Walk.begin();
    Walk.set(best.open, 1);
    Draw.arrange();
    Draw.readably(meta.start);
  };
  return { begin };
})();

// The page as a whole: what is selected, what the keys and the mouse do.
const Explorer = (() => {
  const { meta, count, source, target } = Data;
  const { get } = Panel;
  const { mark, view } = Draw;
  const stage = get("stage");
  let path = [];
  let marked = -1;
  let supposed = -1;
  mark.passes = Filter.passes;
  const node = () => mark.node;

  const status = () => {
    const some = Walk.shown < count ? `${Walk.shown.toLocaleString("en")} of ${count.toLocaleString("en")} situations open` : `${count.toLocaleString("en")} situations, ${meta.edges.toLocaleString("en")} events`;
    get("count").textContent = some;
  };
  const panel = () => {
    Panel.node(node());
    Panel.following(node(), marked, { follow, suppose, from });
    Panel.path(path, { back });
    Panel.supposed(supposed, mark.after, node());
  };
  // Selects the end of a path.
  const go = (edges, quiet) => {
    path = edges;
    mark.node = path.length ? target[path[path.length - 1]] : meta.start;
    mark.path = new Set(path);
    mark.onPath = new Set([meta.start, ...path.map((edge) => target[edge])]);
    // The likeliest event is marked, or the best of the decisions.
    const out = Data.out(node()).filter(mark.passes);
    marked = out.reduce((best, edge) => (best < 0 || Data.prob[edge] > Data.prob[best] ? edge : best), -1);
    mark.edge = marked;
    if (!Walk.visible[node()]) {
      Walk.reveal(path);
      Draw.arrange();
      status();
    }
    panel();
    Hand.hush();
    if (quiet) return;
    Share.note(node(), path);
    Draw.bring(node());
    Panel.spoken(node(), marked);
  };
  const follow = (edge) => go([...path, edge]);
  const back = (length) => go(path.slice(0, length));
  const from = (edge) => go([...Walk.pathTo(source[edge]), edge].slice(0, -1));
  // The path as far as a node where it comes there, or else the most likely way.
  const way = (to) => {
    const place = [meta.start, ...path.map((edge) => target[edge])].lastIndexOf(to);
    return place >= 0 ? path.slice(0, place) : Walk.pathTo(to);
  };
  // To any node: along the path or one step on where that is possible, or by the most likely way.
  const select = (to) => {
    if (mark.onPath.has(to)) return go(way(to));
    const steps = Data.out(node()).filter((edge) => target[edge] === to);
    if (steps.length) return follow(steps.reduce((best, edge) => (Data.prob[edge] > Data.prob[best] ? edge : best)));
    return go(Walk.pathTo(to));
  };
  const reshape = (change) => {
    const [x, y] = [Draw.left(node()), Draw.top(node())];
    change();
    if (!Walk.visible[node()]) go([], true);
    Draw.arrange();
    // What was clicked stays under the mouse.
    view.left += x - Draw.left(node());
    view.top += y - Draw.top(node());
    status();
    panel();
    Draw.draw();
  };
  const toggle = () => Data.out(node()).length && reshape(() => Walk.toggle(node()));
  const deep = () => Data.out(node()).length && reshape(() => Walk.subtree(node()));
  const all = () => {
    Walk.all();
    Draw.suit();
    Draw.fit();
    status();
    panel();
    Panel.say(`All ${count} situations are open.`);
  };
  const begin = () => {
    forget();
    First.begin();
    status();
    go([], true);
    Share.note(meta.start, []);
    Panel.spoken(node(), marked);
  };
  // Time to the right or down.
  const turn = () => {
    Draw.turn();
    Draw.fit();
    if (!Draw.close) return;
    Draw.bring(node());
  };
  const line = () => {
    const end = Walk.lineFrom(node());
    if (!end.length) return;
    Walk.reveal([...path, ...end]);
    Draw.arrange();
    status();
    go([...path, ...end]);
  };
  const choose = (step) => {
    const out = Data.out(node()).filter(mark.passes);
    if (!out.length) return;
    marked = out[(out.indexOf(marked) + step + out.length) % out.length];
    mark.edge = marked;
    panel();
    Draw.draw();
    Panel.say(`marked: ${Data.event(marked)}${Data.decided[marked] < 0 ? `, ${Exact.double(Data.prob[marked])}` : ""}, to ${Panel.title(target[marked])}`);
  };

  const suppose = (edge) => {
    if (edge < 0 || Data.decided[edge] >= 0) return;
    supposed = edge;
    mark.after = Walk.after(target[edge]);
    Draw.filter();
    go([...way(source[edge]), edge]);
    Panel.say(`Supposed: ${Data.event(edge)}. ${get("given").textContent}`);
  };
  const forget = () => {
    if (supposed < 0) return;
    supposed = -1;
    mark.after = null;
    Draw.filter();
    panel();
    Draw.draw();
  };

  const fractions = () => {
    const on = document.body.classList.toggle("exact");
    get("fractions").setAttribute("aria-pressed", String(on));
    Panel.say(on ? "Exact fractions shown" : "Exact fractions hidden");
  };
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const theme = (name) => {
    document.documentElement.dataset.theme = name;
    get("theme").textContent = name === "dark" ? "Light" : "Dark";
    Draw.theme(name === "dark");
    Filter.theme();
  };
  const other = () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  const help = () => get("keys").showModal();

  const leave = () => {
    if (!Find.leave()) forget();
    stage.focus();
  };
  const ahead = () => marked >= 0 && follow(marked);
  const before = () => path.length && back(path.length - 1);
  const sideways = (step) => (event) => (event.shiftKey ? beside(step) : choose(step));
  // Arrows go as time does: along it to what follows and back, across it to another event.
  const ARROWS = { Down: [ahead, sideways(1)], Up: [before, sideways(-1)], Left: [sideways(-1), before], Right: [sideways(1), ahead] };
  const arrow = (name) => (event) => ARROWS[name][Lay.now.rightwards ? 1 : 0](event);
  const KEYS = {
    ArrowDown: arrow("Down"), ArrowUp: arrow("Up"), ArrowLeft: arrow("Left"), ArrowRight: arrow("Right"),
    Enter: (event) => (event.shiftKey ? deep() : toggle()),
    Home: () => back(0),
    "+": () => Draw.zoom(1.25), "=": () => Draw.zoom(1.25), "-": () => Draw.zoom(0.8), 0: Draw.fit,
    m: line, w: () => suppose(marked), f: fractions, a: all, r: begin, t: turn, d: other, l: () => share(), s: Share.save,
    "?": help, Escape: leave, "/": () => get("search").focus(),
  };
  const beside = (step) => {
    const to = Draw.beside(node(), step);
    if (to >= 0) select(to);
  };
  const key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || get("keys").open) return;
    if (event.target.matches("select, summary")) return;
    const typing = event.target === get("search");
    if (typing && event.key === "Enter") return Find.next(event.shiftKey ? -1 : 1);
    if (typing && event.key === "Escape") return leave();
    if (typing) return;
    // Enter and the arrows belong to a button or a box that has the focus.
    const elsewhere = event.target !== stage && event.target !== document.body;
    if (elsewhere && (event.key === "Enter" || event.key === " " || event.key.startsWith("Arrow") || event.key === "Home")) return;
    const ninth = /^[1-9]$/.test(event.key) ? Data.out(node()).filter(mark.passes)[Number(event.key) - 1] : undefined;
    const act = ninth !== undefined ? () => follow(ninth) : KEYS[event.key] || KEYS[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act(event);
  };

  const changed = () => {
    Draw.filter();
    panel();
    Draw.draw();
  };
  const share = async () => {
    await Keep.copy(location.href.replace(/#.*/, "") + Share.link(node(), path));
    Panel.say("The link to this situation is copied.");
    get("share").textContent = "Copied";
    setTimeout(() => (get("share").textContent = "Copy link"), 1200);
  };
  // Goes where the address says, if it says anything that is here.
  const visit = () => {
    const edges = Share.read(location.hash);
    if (edges) go(edges);
  };
  // Paper shows all that is open if it can be read there, or else the view; in light colours, with the meaning of the codes.
  const print = () => {
    let screen = null;
    window.addEventListener("beforeprint", () => {
      const { open } = get("codes");
      screen = { open, theme: document.documentElement.dataset.theme, view: { ...view } };
      get("codes").open = true;
      theme("light");
      Draw.resized();
      if (Draw.whole() >= Draw.DETAIL) Draw.fit();
      Draw.now();
    });
    window.addEventListener("afterprint", () => {
      get("codes").open = screen.open;
      Object.assign(view, screen.view);
      theme(screen.theme);
    });
  };
  const start = () => {
    Panel.facts();
    const clicks = {
      fit: Draw.fit, in: () => Draw.zoom(1.25), out: () => Draw.zoom(0.8), all, begin, turn, fractions, theme: other, help,
      save: Share.save, share, open: toggle, deep, line, forget,
    };
    for (const [id, act] of Object.entries(clicks)) get(id).addEventListener("click", act);
    for (let seat = 0; Sides.apart && seat < Sides.players; seat++) {
      const option = Panel.make("option", `player ${seat + 1}`);
      option.value = seat;
      get("side").append(option);
    }
    get("side").addEventListener("change", () => {
      Sides.chosen = Number(get("side").value);
      panel();
    });
    Hand.listen({ select, toggle, suppose, decide: (edge) => go([...way(source[edge]), edge]) });
    Find.listen(go);
    document.addEventListener("keydown", key);
    dark.addEventListener("change", () => theme(dark.matches ? "dark" : "light"));
    window.addEventListener("hashchange", visit);
    print();
    theme(dark.matches ? "dark" : "light");
    Filter.build(changed);
    First.begin();
    status();
    go([], true);
    visit();
    Draw.now();
    new ResizeObserver(Draw.resized).observe(stage);
    Object.assign(document.body.dataset, { ready: "1", nodes: count, edges: meta.edges });
  };
  return { start, select };
})();

Explorer.start();

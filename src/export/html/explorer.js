// The page as a whole: the selection, the keys and the mouse.
const Explorer = (() => {
  const { meta, count, source, target } = Data;
  const { get } = Panel;
  const { mark, view } = Drawing;
  const stage = get("stage");
  let path = [];
  let marked = -1;
  let supposed = -1;
  mark.passes = Filter.passes;
  const node = () => mark.node;

  const status = () => {
    const some = Paths.shown < count ? `${Paths.shown.toLocaleString("en")} of ${count.toLocaleString("en")} states open` : `${count.toLocaleString("en")} states, ${meta.edges.toLocaleString("en")} events`;
    get("count").textContent = some;
    Panel.legend();
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
    // Marks the most likely event, or the best action.
    const out = Data.out(node()).filter(mark.passes);
    marked = out.reduce((best, edge) => (best < 0 || Data.prob[edge] > Data.prob[best] ? edge : best), -1);
    mark.edge = marked;
    if (!Paths.visible[node()]) {
      Paths.reveal(path);
      Drawing.arrange();
      status();
    }
    panel();
    Pointer.hideTip();
    if (quiet) return;
    Share.note(node(), path);
    Drawing.bring(node());
    Panel.spoken(node(), marked);
  };
  const follow = (edge) => go([...path, edge]);
  const back = (length) => go(path.slice(0, length));
  const from = (edge) => go([...Paths.pathTo(source[edge]), edge].slice(0, -1));
  // The path cut at a node if it contains the node, otherwise the most likely path.
  const way = (to) => {
    const place = [meta.start, ...path.map((edge) => target[edge])].lastIndexOf(to);
    return place >= 0 ? path.slice(0, place) : Paths.pathTo(to);
  };
  // Selects a node: along the path, one step further, or by the most likely path.
  const select = (to) => {
    if (mark.onPath.has(to)) return go(way(to));
    const steps = Data.out(node()).filter((edge) => target[edge] === to);
    if (steps.length) return follow(steps.reduce((best, edge) => (Data.prob[edge] > Data.prob[best] ? edge : best)));
    return go(Paths.pathTo(to));
  };
  const reshape = (change) => {
    const [x, y] = [Drawing.left(node()), Drawing.top(node())];
    change();
    if (!Paths.visible[node()]) go([], true);
    Drawing.arrange();
    // Keeps the clicked node under the mouse.
    view.left += x - Drawing.left(node());
    view.top += y - Drawing.top(node());
    status();
    panel();
    Drawing.draw();
  };
  const toggle = () => Data.out(node()).length && reshape(() => Paths.toggle(node()));
  const deep = () => Data.out(node()).length && reshape(() => Paths.subtree(node()));
  const all = () => {
    Paths.all();
    Drawing.suit();
    Drawing.fit();
    status();
    panel();
    Panel.say(`All ${count} states are open.`);
  };
  // Opens the first situations. The legend takes its room from the drawing, and explains what is drawn.
  const open = () => {
    for (let [high, tries] = [0, 3]; high !== Drawing.size().high && tries; tries--) {
      ({ high } = Drawing.size());
      InitialView.begin();
      status();
      Drawing.resized();
    }
    if (Drawing.whole() < Drawing.view.zoom) Drawing.readably(meta.start);
  };
  const begin = () => {
    forget();
    open();
    go([], true);
    Share.note(meta.start, []);
    Panel.spoken(node(), marked);
  };
  // Switches the direction of time.
  const turn = () => {
    Drawing.turn();
    Drawing.fit();
    if (!Drawing.close) return;
    Drawing.bring(node());
  };
  const line = () => {
    const end = Paths.lineFrom(node());
    if (!end.length) return;
    Paths.reveal([...path, ...end]);
    Drawing.arrange();
    status();
    go([...path, ...end]);
  };
  const choose = (step) => {
    const out = Data.out(node()).filter(mark.passes);
    if (!out.length) return;
    marked = out[(out.indexOf(marked) + step + out.length) % out.length];
    mark.edge = marked;
    panel();
    Drawing.draw();
    Panel.say(`marked: ${Data.event(marked)}${Data.decided[marked] < 0 ? `, ${Exact.double(Data.prob[marked])}` : ""}, to ${Panel.title(target[marked])}`);
  };

  const suppose = (edge) => {
    if (edge < 0 || Data.decided[edge] >= 0) return;
    supposed = edge;
    mark.after = Paths.after(target[edge]);
    Drawing.filter();
    go([...way(source[edge]), edge]);
    Panel.say(`Supposed: ${Data.event(edge)}. ${get("given").textContent}`);
  };
  const forget = () => {
    if (supposed < 0) return;
    supposed = -1;
    mark.after = null;
    Drawing.filter();
    panel();
    Drawing.draw();
  };

  const fractions = () => {
    if (!meta.exact.length) return;
    const on = document.body.classList.toggle("exact");
    get("fractions").setAttribute("aria-pressed", String(on));
    Panel.say(on ? "Exact fractions shown" : "Exact fractions hidden");
  };
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const theme = (name) => {
    document.documentElement.dataset.theme = name;
    get("theme").textContent = name === "dark" ? "Light" : "Dark";
    Drawing.theme(name === "dark");
    Filter.theme();
  };
  const other = () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  const help = () => get("keys").showModal();

  const leave = () => {
    if (!Search.leave()) forget();
    stage.focus();
  };
  const ahead = () => marked >= 0 && follow(marked);
  const before = () => path.length && back(path.length - 1);
  const sideways = (step) => (event) => (event.shiftKey ? beside(step) : choose(step));
  // The arrow keys follow the direction of time: forward to the next situation, back, or across to another event.
  const ARROWS = { Down: [ahead, sideways(1)], Up: [before, sideways(-1)], Left: [sideways(-1), before], Right: [sideways(1), ahead] };
  const arrow = (name) => (event) => ARROWS[name][Layout.now.rightwards ? 1 : 0](event);
  const KEYS = {
    ArrowDown: arrow("Down"), ArrowUp: arrow("Up"), ArrowLeft: arrow("Left"), ArrowRight: arrow("Right"),
    Enter: (event) => (event.shiftKey ? deep() : toggle()),
    Home: () => back(0),
    "+": () => Drawing.zoom(1.25), "=": () => Drawing.zoom(1.25), "-": () => Drawing.zoom(0.8), 0: Drawing.fit,
    m: line, w: () => suppose(marked), f: fractions, a: all, r: begin, t: turn, d: other, l: () => share(), s: Share.saveSvg, p: Share.savePng,
    "?": help, Escape: leave, "/": () => get("search").focus(),
  };
  const beside = (step) => {
    const to = Drawing.beside(node(), step);
    if (to >= 0) select(to);
  };
  const key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || get("keys").open) return;
    if (event.target.matches("select, summary")) return;
    const typing = event.target === get("search");
    if (typing && event.key === "Enter") return Search.next(event.shiftKey ? -1 : 1);
    if (typing && event.key === "Escape") return leave();
    if (typing) return;
    // A focused button or field handles Enter and the arrows itself.
    const elsewhere = event.target !== stage && event.target !== document.body;
    if (elsewhere && (event.key === "Enter" || event.key === " " || event.key.startsWith("Arrow") || event.key === "Home")) return;
    const ninth = /^[1-9]$/.test(event.key) ? Data.out(node()).filter(mark.passes)[Number(event.key) - 1] : undefined;
    const act = ninth !== undefined ? () => follow(ninth) : KEYS[event.key] || KEYS[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act(event);
  };

  const changed = () => {
    Drawing.filter();
    panel();
    Drawing.draw();
  };
  const share = async () => {
    await Files.copy(location.href.replace(/#.*/, "") + Share.link(node(), path));
    Panel.say("The link to this state is copied.");
    get("share").textContent = "Copied";
    setTimeout(() => (get("share").textContent = "Copy link"), 1200);
  };
  // Selects the situation in the address, if it exists.
  const visit = () => {
    const edges = Share.read(location.hash);
    if (edges) go(edges);
  };
  // Prints all open situations if they are readable on paper, otherwise the view; in light colours, with the meaning
  // of the codes.
  const print = () => {
    let screen = null;
    window.addEventListener("beforeprint", () => {
      const { open } = get("codes");
      screen = { open, theme: document.documentElement.dataset.theme, view: { ...view } };
      get("codes").open = true;
      theme("light");
      Drawing.resized();
      if (Drawing.whole() >= Drawing.DETAIL) Drawing.fit();
      Drawing.now();
    });
    window.addEventListener("afterprint", () => {
      get("codes").open = screen.open;
      Object.assign(view, screen.view);
      theme(screen.theme);
    });
  };
  const start = () => {
    Panel.facts();
    // Approximate values have no fractions.
    for (const part of document.querySelectorAll("#fractions, .fractions")) part.hidden = !meta.exact.length;
    const clicks = {
      fit: Drawing.fit, in: () => Drawing.zoom(1.25), out: () => Drawing.zoom(0.8), all, begin, turn, fractions, theme: other, help,
      svg: Share.saveSvg, png: Share.savePng, share, open: toggle, deep, line, forget,
    };
    for (const [id, act] of Object.entries(clicks)) get(id).addEventListener("click", act);
    for (let seat = 0; Perspective.hasPlayerValues && seat < Perspective.players; seat++) {
      const option = Panel.make("option", Data.playerName(seat));
      option.value = seat;
      get("side").append(option);
    }
    get("side").addEventListener("change", () => {
      Perspective.chosen = Number(get("side").value);
      panel();
    });
    Pointer.listen({ select, toggle, suppose, decide: (edge) => go([...way(source[edge]), edge]) });
    Search.listen(go);
    document.addEventListener("keydown", key);
    dark.addEventListener("change", () => theme(dark.matches ? "dark" : "light"));
    window.addEventListener("hashchange", visit);
    print();
    theme(dark.matches ? "dark" : "light");
    get("key").open = window.innerWidth > 760 && window.innerHeight > 500;
    Filter.build(changed);
    open();
    go([], true);
    visit();
    Drawing.now();
    new ResizeObserver(Drawing.resized).observe(stage);
    Object.assign(document.body.dataset, { ready: "1", nodes: count, edges: meta.edges });
  };
  return { start, select };
})();

Explorer.start();

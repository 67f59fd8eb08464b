// The page as a whole: what is selected, what the keys and the mouse do.
const Explorer = (() => {
  const { meta, count, source, target, style, mover } = Data;
  const { get } = Panel;
  const { mark, view } = Draw;
  const stage = get("stage");
  let path = [];
  let marked = -1;
  let supposed = -1;
  let hits = [];
  let hit = -1;
  const events = new Set(meta.events.keys());
  const seats = new Set(Array(meta.seats).keys());
  mark.passes = (edge) => events.has(style[edge]) && (mover[source[edge]] < 0 || seats.has(mover[source[edge]]));
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
    Draw.bring(node());
    if (!quiet) Panel.spoken(node(), marked);
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
    reshape(Walk.all);
    Draw.fit();
    Panel.say(`All ${count} situations are open.`);
  };
  const begin = () => {
    forget();
    reshape(Walk.begin);
    go([]);
    Draw.fit();
  };
  const line = () => {
    const end = Walk.lineFrom(node());
    if (!end.length) return;
    Walk.reveal([...path, ...end]);
    Draw.arrange();
    status();
    go([...path, ...end]);
  };
  const turn = (step) => {
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

  // Every word has to occur in the words of a situation; a number alone is also that of a situation.
  const MOST_FOUND = 100;
  // Numbers are found whole: e=2 is not in e=29.
  const occurs = (text, word) => {
    const digit = (at) => text[at] >= "0" && text[at] <= "9";
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      const end = at + word.length;
      if (!(digit(at) && digit(at - 1)) && !(digit(end - 1) && digit(end))) return true;
    }
    return false;
  };
  const search = () => {
    const words = get("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    hits = [];
    for (let at = 0; words.length && at < count; at++) {
      const text = `${Data.state(at)}\n${Data.label(at).join("\n")}\n${Data.cue(at)}`.toLowerCase();
      if (words.every((word) => occurs(text, word)) || (words.length === 1 && words[0] === String(at))) hits.push(at);
    }
    hit = -1;
    mark.found = new Set(hits);
    get("matches").textContent = words.length ? `${hits.length.toLocaleString("en")} found${hits.length > MOST_FOUND ? `, the first ${MOST_FOUND} listed` : ""}` : "";
    get("found").replaceChildren(
      ...hits.slice(0, MOST_FOUND).map((at) => Panel.make("li", "", Panel.button(`${Panel.title(at)}${Data.cue(at) ? ` (${Data.cue(at)})` : ""}`, () => go(Walk.pathTo(at))))),
    );
    Draw.draw();
  };
  const next = (step) => {
    if (!hits.length) return;
    hit = (hit + step + hits.length) % hits.length;
    go(Walk.pathTo(hits[hit]));
  };
  const leave = () => {
    if (get("search").value) {
      get("search").value = "";
      search();
    } else forget();
    stage.focus();
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
  };
  const other = () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  const help = () => get("keys").showModal();

  const KEYS = {
    ArrowDown: () => marked >= 0 && follow(marked),
    ArrowUp: () => path.length && back(path.length - 1),
    ArrowLeft: (event) => (event.shiftKey ? beside(-1) : turn(-1)),
    ArrowRight: (event) => (event.shiftKey ? beside(1) : turn(1)),
    Enter: (event) => (event.shiftKey ? deep() : toggle()),
    Home: () => back(0),
    "+": () => Draw.zoom(1.25), "=": () => Draw.zoom(1.25), "-": () => Draw.zoom(0.8), 0: Draw.fit,
    m: line, w: () => suppose(marked), f: fractions, a: all, r: begin, d: other, "?": help, Escape: leave,
    "/": () => get("search").focus(),
  };
  const beside = (step) => {
    const to = Draw.beside(node(), step);
    if (to >= 0) select(to);
  };
  const key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || get("keys").open) return;
    const typing = event.target === get("search");
    if (typing && event.key === "Enter") return next(event.shiftKey ? -1 : 1);
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

  // One pointer drags, two zoom.
  const pointers = new Map();
  let dragged = false;
  const where = (event) => {
    const box = stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const MOST_HELD = 20000; // lines among which the one under the mouse is looked for
  const tip = (at, point) => {
    const line = at < 0 && Draw.lines.length <= MOST_HELD ? Cards.under(point.x, point.y) : -1;
    stage.classList.toggle("pointing", at >= 0 || line >= 0);
    get("tip").hidden = line < 0 && (at < 0 || view.zoom > 0.7);
    if (get("tip").hidden) return;
    get("tip").textContent = line >= 0
      ? `${Data.event(line)}${Data.decided[line] < 0 ? `: ${Exact.double(Data.prob[line])}\nclick: what if` : ""}`
      : [...Data.label(at), Data.cue(at), `reached: ${Exact.double(Data.reach[at])}`].filter(Boolean).join("\n");
    get("tip").style.left = `${Math.min(point.x + 14, stage.clientWidth - 240)}px`;
    get("tip").style.top = `${Math.min(point.y + 14, stage.clientHeight - 90)}px`;
  };
  const pointer = {
    pointerdown: (event) => {
      if (event.button) return;
      pointers.set(event.pointerId, where(event));
      dragged = false;
      stage.focus({ preventScroll: true });
    },
    pointermove: (event) => {
      const point = where(event);
      const old = pointers.get(event.pointerId);
      if (!old) return tip(Draw.at(point.x, point.y), point);
      if (!dragged && Math.hypot(point.x - old.x, point.y - old.y) < 4) return;
      if (!dragged) stage.setPointerCapture(event.pointerId);
      dragged = true;
      stage.classList.add("dragging");
      if (pointers.size === 1) Draw.move(point.x - old.x, point.y - old.y);
      else {
        const fixed = [...pointers].find(([id]) => id !== event.pointerId)[1];
        const apart = (a) => Math.max(10, Math.hypot(a.x - fixed.x, a.y - fixed.y));
        Draw.zoom(apart(point) / apart(old), fixed);
      }
      pointers.set(event.pointerId, point);
    },
    pointerup: (event) => {
      const alone = pointers.delete(event.pointerId) && !pointers.size;
      stage.classList.remove("dragging");
      if (!alone || dragged) return;
      const point = where(event);
      const at = Draw.at(point.x, point.y);
      const line = at < 0 ? Cards.under(point.x, point.y) : -1;
      if (line >= 0 && Data.decided[line] >= 0) go([...way(source[line]), line]);
      else if (line >= 0) suppose(line);
      if (at < 0) return;
      if (at === node()) toggle();
      else select(at);
    },
    pointercancel: (event) => pointers.delete(event.pointerId),
    pointerleave: () => (get("tip").hidden = true),
    wheel: (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 20 : 1;
      Draw.zoom(Math.exp(-event.deltaY * lines * 0.0018), where(event));
    },
  };

  const start = () => {
    Panel.facts();
    meta.events.forEach((name, at) => {
      const show = (on) => {
        events[on ? "add" : "delete"](at);
        Draw.filter();
        panel();
        Draw.draw();
      };
      const [colour, dash] = meta.eventStyles[at];
      Panel.check({ id: "events", dash }, name, colour, "", show);
    });
    get("seats").hidden = meta.seats < 2;
    for (let seat = 0; meta.seats > 1 && seat < meta.seats; seat++) {
      const show = (on) => {
        seats[on ? "add" : "delete"](seat);
        Draw.filter();
        panel();
        Draw.draw();
      };
      Panel.check({ id: "seats" }, `player ${seat + 1}`, Draw.seatColour(seat), "seat", show);
    }
    const clicks = {
      fit: Draw.fit, in: () => Draw.zoom(1.25), out: () => Draw.zoom(0.8), all, begin, fractions, theme: other, help,
      open: toggle, deep, line, forget,
    };
    for (const [id, act] of Object.entries(clicks)) get(id).addEventListener("click", act);
    for (const [name, act] of Object.entries(pointer)) stage.addEventListener(name, act, { passive: false });
    get("search").addEventListener("input", search);
    document.addEventListener("keydown", key);
    dark.addEventListener("change", () => theme(dark.matches ? "dark" : "light"));
    new ResizeObserver(Draw.draw).observe(stage);
    let screen = "light";
    window.addEventListener("beforeprint", () => {
      screen = document.documentElement.dataset.theme;
      theme("light");
      Draw.now();
    });
    window.addEventListener("afterprint", () => theme(screen));
    Walk.begin();
    Draw.arrange();
    theme(dark.matches ? "dark" : "light");
    status();
    go([], true);
    Draw.fit();
    Draw.now();
    Object.assign(document.body.dataset, { ready: "1", nodes: count, edges: meta.edges });
  };
  return { start, select };
})();

Explorer.start();

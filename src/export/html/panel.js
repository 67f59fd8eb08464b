// The panel beside the drawing. Data is inserted as text, never as HTML.
const Panel = (() => {
  const { meta } = Data;
  const get = (id) => document.getElementById(id);
  const make = (name, text, ...children) => {
    const element = document.createElement(name);
    if (text) element.textContent = text;
    element.append(...children);
    return element;
  };
  const button = (text, act, name) => {
    const element = make("button", text);
    element.type = "button";
    if (name) element.setAttribute("aria-label", name);
    element.addEventListener("click", act);
    return element;
  };

  // A fraction without line breaks, and a button that copies it.
  const fraction = (text) => {
    const span = make("span", text);
    span.className = "fraction";
    span.title = text;
    const line = make("span", "", span);
    line.className = "exactly";
    if (!text.includes("/")) return line;
    const act = button("copy", () => {
      Files.copy(text);
      act.textContent = "copied";
      setTimeout(() => (act.textContent = "copy"), 1200);
      say(`Copied ${text.length > 60 ? "the fraction" : text}`);
    }, "Copy the fraction");
    act.className = "copy";
    line.append(act);
    return line;
  };
  // A number as a decimal, with its fraction below.
  const value = (double, exact) => {
    const cell = make("td", exact ? Exact.decimal(Exact.read(exact)) : Exact.double(double));
    if (exact) cell.append(fraction(exact.replace(/\/1$/, "")));
    return cell;
  };
  const row = (name, cell) => {
    const head = make("th", name);
    head.scope = "row";
    return make("tr", "", head, cell);
  };
  const { words } = Perspective;
  const short = (fraction) => (fraction.length > 14 ? "" : `${fraction.replace(/\/1$/, "")} = `);
  const chanceOf = (edge) => `${short(Data.fraction(edge))}${Exact.double(Data.prob[edge])}`;

  // The real columns of a node, except those that depend on the path to it or on one decision, and the bound on errors.
  const odds = meta.columns.map(([name, kind], at) => [name, kind, at]).filter(([name, kind]) => kind === "real" && !["visits", "difference", "error"].includes(name));
  // Numbers with fractions first.
  const order = [...meta.columns].sort((a, b) => (b[1] === "real") - (a[1] === "real")).map((column) => meta.columns.indexOf(column));
  const columnsOf = (node) => [
    ["probability of being reached", Data.reach[node], Data.exactly("reach", node)],
    ...order.map((at) => [...meta.columns[at], at]).map(([name, kind, at]) => {
      const cell = Data.cell(at, node);
      return [name, kind === "flag" ? (cell ? "yes" : "no") : cell, kind === "real" ? Data.exactly(name, node) : null, kind];
    }),
    ["ply", Data.ply[node], null, "integer"],
  ];
  // The columns that only actions have, and the columns that repeat the title or the outcome.
  const ACTIONS = ["what", "action", "difference", "taken"];
  const REPEATED = ["state", "end", "layer"];
  // The points of the last event belong to the event, so most ends have the value 0, which is not shown.
  // Where a game of guessing is over, no number is left between the lowest and the highest possible one.
  const OVER = ["mover", "low", "high", "guesses_left"];
  const isOver = (node, name, cell) => Data.isEnd(node) && (OVER.includes(name) || (name.startsWith("value") && cell === 0));
  const named = (name, cell) => (name === "mover" && meta.players ? Data.playerName(cell - 1) : String(cell));
  const outcome = (text) => text.replace(/^won_(\d+)$/, (_, number) => (Data.players === 1 && !meta.players ? "won" : `${Data.playerName(number - 1)} wins`)).replace(/^drawn$/, "draw");
  const numbers = (node) => {
    const rows = columnsOf(node)
      .filter(([name, cell]) => !REPEATED.includes(name) && !(name === "mover" && Data.players === 1) && !isOver(node, name, cell) && (Data.isAction(node) || !ACTIONS.includes(name)))
      .map(([name, cell, exact, kind]) =>
        row(words(name), kind && kind !== "real" ? make("td", outcome(named(name, cell))) : value(cell, exact)),
      );
    get("numbers").tBodies[0].replaceChildren(...rows);
  };

  const title = (node) => {
    const [head] = Data.label(node);
    return Data.isAction(node) ? head : head || Data.state(node) || `state ${node}`;
  };
  // The most important number of an action: its difference from the best.
  const worth = (node) => {
    const at = meta.columns.findIndex(([name]) => name === "difference");
    if (!Data.isAction(node) || at < 0) return "";
    const difference = Data.cell(at, node);
    const exact = Data.exactly("difference", node);
    if (Data.role[node] === Data.ROLES.taken) return "best";
    return difference === 0 ? "as good" : `difference ${exact ? short(exact) : ""}${Exact.double(difference)}`;
  };
  const following = (node, marked, acts) => {
    const edges = Data.out(node).filter(Drawing.mark.passes);
    const items = edges.map((edge) => {
      const to = Data.target[edge];
      const decision = Data.decided[edge] >= 0;
      const text = decision ? `${Data.event(edge)}: ${worth(to)}` : `${Data.event(edge)}: ${chanceOf(edge)}`;
      const go = button(text, () => acts.follow(edge));
      const meaning = Codes.meaning(decision ? title(to) : Data.event(edge));
      if (meaning) go.append(make("br"), make("small", meaning));
      if (!decision) go.append(make("br"), make("small", `→ ${title(to)}${Data.isEnd(to) ? ` (${Data.cue(to)})` : ""}`.replace(/(.+) \(\1\)$/, "$1")));
      go.title = explained(Codes.ofNode(to));
      const item = make("li", "", go);
      if (!decision) item.append(button("what if", () => acts.suppose(edge), `What if ${Data.event(edge)}`));
      if (edge === marked) {
        item.className = "marked";
        go.setAttribute("aria-current", "true");
      }
      if (Data.role[to] === Data.ROLES.taken) item.classList.add("best");
      return item;
    });
    const none = Data.role[node] === Data.ROLES.cut ? "The graph was cut here." : "Nothing: the game is over.";
    const hidden = Data.out(node).length ? "Nothing that is shown." : none;
    get("next").replaceChildren(...(items.length ? items : [make("li", hidden)]));
    const back = Data.back(node).filter(Drawing.mark.passes).slice(0, 100);
    get("back-name").textContent = `What leads here (${Data.back(node).length})`;
    get("back").replaceChildren(
      ...back.map((edge) => make("li", "", button(`${title(Data.source[edge])}, ${Data.event(edge)}`, () => acts.from(edge)))),
    );
  };

  const path = (edges, acts) => {
    const chance = Paths.chance(edges);
    const against = edges.some((edge) => Data.decided[edge] === 0);
    const decisions = edges.some((edge) => Data.decided[edge] >= 0);
    const line = get("chance");
    const text = Exact.text(chance);
    line.textContent = `Probability ${Exact.decimal(chance)}`;
    line.append(fraction(text));
    if (text.length <= 14 && text.includes("/")) line.firstChild.textContent += ` = ${text}`;
    if (decisions) line.append(make("small", against ? " of the chance events, if these actions are taken" : " if play is optimal"));
    const steps = [make("li", "", button(title(meta.start), () => acts.back(0)))];
    edges.forEach((edge, at) => {
      const to = Data.target[edge];
      const step = Data.decided[edge] >= 0 ? `decides ${Data.event(edge)}` : `${Data.event(edge)} (${short(Data.fraction(edge)).replace(" = ", "") || Exact.double(Data.prob[edge])})`;
      const text = Data.isAction(to) ? step : `${step} → ${title(to)}${Data.isEnd(to) ? `, ${Data.cue(to)}` : ""}`.replace(/ (.+), \1$/, " $1");
      steps.push(make("li", "", button(text, () => acts.back(at + 1))));
    });
    get("path").replaceChildren(...steps);
  };

  const difference = (before, after, exactly) => {
    const signed = (text) => (text.startsWith("−") ? text : `+${text}`);
    if (!exactly) return make("td", signed(Exact.double(Data.change(before, after))));
    const change = Exact.minus(Exact.read(exactly[1]), Exact.read(exactly[0]));
    return make("td", signed(Exact.decimal(change, 6)), fraction(Exact.text(change)));
  };
  const short6 = (double, exact) => {
    const cell = value(double, exact);
    if (exact) cell.firstChild.textContent = Exact.decimal(Exact.read(exact), 6);
    return cell;
  };
  // The odds before and after the supposed event, and the probability of the selected node after it.
  const supposed = (edge, after, node) => {
    get("supposed").hidden = edge < 0;
    if (edge < 0) return;
    const [from, to] = [Data.source[edge], Data.target[edge]];
    get("condition").textContent = `In ${title(from)}, ${Data.event(edge)} (${chanceOf(edge)}) leads to ${title(to)}.`;
    let gained = "0";
    const rows = odds.filter(([name]) => Perspective.isShown(name)).map(([name, , at]) => {
      const payoff = Perspective.eventPayoff(name, edge);
      if (Exact.number(payoff)) gained = payoff;
      const exact = [Data.exactly(name, from), Data.exactly(name, to)];
      if (exact[1]) exact[1] = Exact.text(Exact.plus(Exact.read(exact[1]), Exact.read(payoff)));
      const cells = [Data.cell(at, from), Data.cell(at, to) + Exact.number(payoff)];
      const tr = row(words(name), short6(cells[0], exact[0]));
      tr.append(short6(cells[1], exact[1]), difference(...cells, exact[0] && exact[1] ? exact : null));
      return tr;
    });
    get("changes").tBodies[0].replaceChildren(...rows);
    get("whose").hidden = !Perspective.hasPlayerValues;
    get("changes").hidden = !rows.length;
    get("brought").hidden = gained === "0";
    get("brought").textContent = `The values after the event include its own payoff: ${gained}.`;
    const given = get("given");
    const exact = after[node] > 0 ? Paths.afterExactly(to, node, after) : Exact.zero;
    const what = Data.cyclic ? "Expected visits of the selected state after that" : "Probability of reaching the selected state after that";
    given.textContent = `${what}: ${exact ? Exact.decimal(exact) : Exact.double(after[node])}`;
    if (exact) given.append(fraction(Exact.text(exact)));
  };

  const node = (at) => {
    get("name").textContent = Data.isAction(at) ? `${title(at)} in ${Data.state(at)}` : title(at);
    get("name").title = explained(Codes.ofNode(at));
    get("what").textContent = [`state ${at}`, Data.cue(at), worth(at), Data.isAction(at) ? Codes.meaning(title(at)) : ""].filter(Boolean).join(" · ");
    const leads = Data.out(at).length;
    get("open").textContent = !leads ? "Open" : Paths.open[at] ? "Close" : `Open (${leads})`;
    get("open").setAttribute("aria-expanded", String(Boolean(Paths.open[at] && leads)));
    get("open").disabled = get("deep").disabled = get("line").disabled = !leads;
    get("deep").textContent = Paths.open[at] ? "Close all below" : "Open all below";
    numbers(at);
  };
  // A sentence for screen readers.
  const spoken = (at, marked) => {
    const parts = [title(at), Data.cue(at), worth(at), `probability of being reached ${Exact.double(Data.reach[at])}`];
    for (const [name, , column] of odds.filter(([name]) => Perspective.isShown(name))) {
      const cell = Data.cell(column, at);
      if (!isOver(at, name, cell)) parts.push(`${words(name)} ${Exact.double(cell)}`);
    }
    const out = Data.out(at);
    parts.push(out.length ? `${out.length} ${out.length === 1 ? "event follows" : "events follow"}` : "nothing follows");
    if (marked >= 0) parts.push(`marked: ${Data.event(marked)}${Data.decided[marked] < 0 ? `, ${Exact.double(Data.prob[marked])}` : ""}`);
    say(`${parts.filter(Boolean).join(", ")}.`);
  };
  const say = (text) => (get("live").textContent = text);
  const explained = (codes) => codes.map(([code, meaning]) => `${code}: ${meaning}`).join("\n");

  const facts = () => {
    const all = [...meta.facts, ["states", meta.nodes], ["events", meta.edges]];
    const plain = (fact) => String(fact).replace(/^\[(.*)\]$/, "$1").replaceAll('"', "").replaceAll(",", ", ");
    get("facts").replaceChildren(...all.flatMap(([name, fact]) => [make("dt", words(name)), make("dd", plain(fact))]));
  };
  // The legend on the drawing: the events and codes that are in sight.
  const legend = () => {
    const { events, codes } = Codes.shown();
    const items = [...events.map(([name, meaning]) => [name, meaning, Filter.swatch(name)]), ...codes.filter(([code]) => !events.some(([name]) => name === code))];
    get("key").hidden = !items.length;
    get("key-list").replaceChildren(...items.map(([code, meaning, swatch]) => make("div", "", make("dt", "", ...(swatch ? [swatch] : []), code), make("dd", meaning))));
  };

  return { get, make, button, title, node, following, path, supposed, spoken, say, facts, legend, explained };
})();

// The filters and colours: kinds of events with their meanings, moves by player, situations by a number.
const Filter = (() => {
  const { meta, style, source, mover, players } = Data;
  const { get, make } = Panel;
  const used = new Set(style);
  const kinds = meta.events.map((kind, at) => [at, ...(Array.isArray(kind) ? kind : [kind, ""])]).filter(([at]) => used.has(at));
  const events = new Set(kinds.map(([at]) => at));
  const movers = new Set(mover);
  const seats = new Set(Array(players).keys());
  const passes = (edge) => events.has(style[edge]) && (mover[source[edge]] < 0 || seats.has(mover[source[edge]]));

  const check = (field, swatch, name, meaning, act) => {
    const box = make("input");
    box.type = "checkbox";
    box.checked = true;
    box.addEventListener("change", () => act(box.checked));
    const words = make("span", name);
    const label = make("label", "", box, swatch, words);
    label.dataset.name = name;
    if (meaning) {
      words.append(make("small", ` ${meaning}`));
      label.title = `${name}: ${meaning}`;
    }
    get(field).append(label);
  };
  const line = (at) => {
    const swatch = make("span");
    swatch.className = "swatch";
    const dash = Cards.isSolid(at) ? "solid" : meta.eventStyles[at][1];
    swatch.style.borderTopColor = Colour.paint.events[at];
    swatch.style.borderTopStyle = dash === "dashed" || dash === "dotted" ? dash : "solid";
    swatch.dataset.at = at;
    return swatch;
  };
  // The line of an event as it is drawn, or null.
  const swatch = (event) => {
    const found = kinds.find(([, name]) => name === event);
    return found ? line(found[0]) : null;
  };
  const square = (colour) => {
    const swatch = make("span");
    swatch.className = "swatch seat";
    swatch.style.background = colour;
    return swatch;
  };
  const short = (number) => (Number.isInteger(number) ? String(number) : number !== 0 && Math.abs(number) < 0.001 ? number.toExponential(1) : number.toFixed(3));
  // The meaning of the colours of situations.
  const legend = () => {
    const { scale } = Colour;
    if (!scale) {
      get("legend").replaceChildren(...Colour.legend().map(([colour, words]) => make("span", "", square(colour), ` ${words}`)));
      return;
    }
    const bar = make("div");
    bar.className = "scale";
    bar.style.background = `linear-gradient(to right, ${scale.colours.join(", ")})`;
    const ends = [scale.least, ...(scale.middle === null ? [] : [scale.middle]), scale.most].map((number) => make("span", short(number)));
    const words = make("div", "", ...ends);
    words.className = "ends";
    get("legend").replaceChildren(bar, words);
  };
  const theme = () => {
    for (const swatch of document.querySelectorAll("#events .swatch, #key .swatch")) swatch.style.borderTopColor = Colour.paint.events[Number(swatch.dataset.at)];
    legend();
  };
  const build = (changed) => {
    const toggle = (set, at) => (on) => {
      set[on ? "add" : "delete"](at);
      changed();
    };
    for (const [at, name, meaning] of kinds) check("events", line(at), name, meaning, toggle(events, at));
    get("seats").hidden = players < 2 || ![...movers].some((seat) => seat >= 0);
    if (!get("seats").hidden) for (const seat of seats) check("seats", square(Colour.seat(seat)), Data.playerName(seat), "", toggle(seats, seat));
    const select = get("colour");
    const option = (value, words) => {
      const element = make("option", words);
      element.value = value;
      select.append(element);
    };
    option("", "what they are");
    for (const name of Colour.numbers()) option(name, name === "reach" ? "probability of being reached" : Perspective.words(name));
    select.addEventListener("change", () => {
      Colour.by(select.value);
      legend();
      Drawing.draw();
    });
    const codes = meta.codes ?? [];
    get("codes").hidden = !codes.length;
    get("meanings").replaceChildren(...codes.flatMap(([code, meaning]) => [make("dt", code), make("dd", meaning)]));
    legend();
  };
  return { build, passes, theme, swatch };
})();

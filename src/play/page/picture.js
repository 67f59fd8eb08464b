// The game as an SVG picture: the boxes and texts of the stage, as they are on the screen.
const Picture = (() => {
  const { get, draw } = Frame;
  const PAD = 16; // pixels around the picture
  // The pattern of a card face down, joined from parts, so that the page contains no address.
  const STRIPES = ["url", "#stripes)"].join("(");
  const SYMBOL = { stroke: "#1b1f27", "stroke-width": 2.4, "stroke-linejoin": "round", "stroke-linecap": "round", fill: "none" };

  const number = (text) => Number.parseFloat(text) || 0;
  const isClear = (colour) => /^(transparent|.*, 0\)|.*\/ 0\))$/.test(colour) && !colour.startsWith("rgb(");
  const isTurnedAway = (element, look) => look.backfaceVisibility === "hidden" && element.matches(".card:not(.up) .front, .card.up .back");
  // The rounding of the corners in pixels; a style sheet can give it as a percentage.
  const rounding = (look, wide) => (look.borderTopLeftRadius.endsWith("%") ? (number(look.borderTopLeftRadius) * wide) / 100 : number(look.borderTopLeftRadius));
  const rect = ({ x, y, width, height }, grow, look) => draw("rect", { x: x - grow, y: y - grow, width: Math.max(0, width + 2 * grow), height: Math.max(0, height + 2 * grow), ...look });

  const box = (element, look) => {
    const place = element.getBoundingClientRect();
    const parts = [];
    const border = look.borderTopStyle === "none" ? 0 : number(look.borderTopWidth);
    const rx = rounding(look, place.width);
    const line = { stroke: look.borderTopColor, "stroke-width": border, ...(look.borderTopStyle === "dashed" && { "stroke-dasharray": 4 }) };
    const fill = look.backgroundImage.includes("gradient") ? STRIPES : look.backgroundColor;
    if (border || fill === STRIPES || !isClear(fill)) parts.push(rect(place, -border / 2, { rx, fill, ...(border && line) }));
    // A ring around a card is a shadow without blur, around a cell it is an outline.
    const [, shadow, spread] = /^(.*\)) 0px 0px 0px ([\d.]+)px/.exec(look.boxShadow) ?? [];
    if (shadow) parts.push(rect(place, number(spread) / 2, { rx, fill: "none", stroke: shadow, "stroke-width": number(spread) }));
    const outline = look.outlineStyle === "none" || element.matches(":focus-visible") ? 0 : number(look.outlineWidth);
    if (outline) parts.push(rect(place, number(look.outlineOffset) + outline / 2, { rx, fill: "none", stroke: look.outlineColor, "stroke-width": outline }));
    return parts;
  };
  const symbol = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const source = document.querySelector(element.querySelector("use").getAttribute("href"));
    const shapes = [...source.cloneNode(true).children];
    const all = (parts) => parts.flatMap((part) => [part, ...part.querySelectorAll("*")]);
    const originals = all([...source.children]);
    all(shapes).forEach((shape, at) => shape.setAttribute("fill", getComputedStyle(originals[at]).fill));
    return draw("svg", { x, y, width, height, viewBox: source.getAttribute("viewBox"), ...SYMBOL }, ...shapes);
  };
  // The lines of a text, each with its place.
  const lines = (node) => {
    const found = [];
    for (const { 0: word, index } of node.textContent.matchAll(/\S+\s*/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.trimEnd().length);
      const [place] = range.getClientRects();
      if (!place) continue;
      const last = found[found.length - 1];
      if (last && Math.abs(last.place.top - place.top) < 2) last.text += word;
      else found.push({ text: word, place });
    }
    return found;
  };
  const texts = (node, look) =>
    lines(node).map(({ text, place }) => {
      const { color: fill, fontSize, fontWeight } = look;
      const line = draw("text", { x: place.x, y: place.y + place.height / 2, fill, "font-size": fontSize, "font-weight": fontWeight, "dominant-baseline": "central" });
      line.textContent = text.trimEnd();
      return line;
    });
  const shapes = (element) => {
    const look = getComputedStyle(element);
    if (look.display === "none" || element.matches("button:not(.card, .cell, .number)") || isTurnedAway(element, look)) return [];
    const inside = [...element.childNodes].flatMap((child) => (child.nodeType === Node.TEXT_NODE ? texts(child, look) : child.matches(".picture") ? [symbol(child)] : shapes(child)));
    const all = [...box(element, look), ...inside];
    return look.opacity === "1" ? all : [draw("g", { opacity: look.opacity }, ...all)];
  };
  const stripes = () => {
    const look = getComputedStyle(document.documentElement);
    const [back, stripe] = ["--back", "--stripe"].map((name) => look.getPropertyValue(name).trim());
    const tile = { x: 0, y: 0, height: 14 };
    return draw("pattern", { id: "stripes", width: 14, height: 14, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" }, draw("rect", { ...tile, width: 14, fill: back }), draw("rect", { ...tile, width: 7, fill: stripe }));
  };
  // The picture and its size. A board that can be scrolled is drawn in full.
  const svg = () => {
    const all = [...get("stage").children].flatMap(shapes);
    const places = [...get("stage").querySelectorAll("#message, #strip > *, #board > *")].map((part) => part.getBoundingClientRect());
    const [left, top] = [Math.min(...places.map(({ x }) => x)) - PAD, Math.min(...places.map(({ y }) => y)) - PAD];
    const [wide, high] = [Math.max(...places.map(({ right }) => right)) + PAD - left, Math.max(...places.map(({ bottom }) => bottom)) + PAD - top];
    const look = getComputedStyle(document.body);
    const paper = rect({ x: left, y: top, width: wide, height: high }, 0, { fill: look.backgroundColor });
    const sheet = draw("svg", { width: wide, height: high, viewBox: [left, top, wide, high].join(" "), "font-family": "system-ui, Helvetica, Arial, sans-serif" }, stripes(), paper, ...all);
    return { text: new XMLSerializer().serializeToString(sheet), wide, high };
  };
  const save = async () => {
    const { text, wide, high } = svg();
    await Files.savePng(Files.stem(document.title), text, wide, high);
    Frame.report(Words.pictureSaved);
  };
  return { save };
})();

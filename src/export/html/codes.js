// The meanings of the codes in names and labels, for tooltips, lists and the legend.
const Codes = (() => {
  const { meta } = Data;
  const MOST = 400; // situations and lines in which the legend looks for codes
  const all = [...meta.events, ...(meta.codes ?? [])].filter((code) => Array.isArray(code) && code[1]);
  const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // A number in a code is an example, and so is a letter in the place of a number, as in (n,k,p).
  const example = (text) => escape(text).replace(/(?<!\w)(\d+|[a-z])(?!\w)/g, "\\d+");
  // A code of numbers alone can only begin a name, for in a text it can be any other number.
  const patterns = all.map(([code, meaning]) => {
    const isName = /^[\d,=]+$/.test(code);
    const pattern = code.length === 1 && !isName ? escape(code) : example(code);
    return [code, meaning, isName, isName ? new RegExp(`^${pattern}(?![\\w,])`) : new RegExp(`(?<![\\w=])${pattern}(?!\\w)`)];
  });
  // The meaning of a name, or an empty text for a name that is a number.
  const meaning = (name) => patterns.find(([code, , isName]) => code === name && !isName)?.[1] ?? "";
  // The codes in some texts and names, in the order of the file, each with its meaning.
  const within = (texts, names) =>
    patterns.filter(([, , isName, pattern]) => (isName ? names : [...texts, ...names]).some((text) => pattern.test(text))).map(([code, text]) => [code, text]);
  const nameOf = (node) => (Data.isAction(node) ? [Data.label(node)[0]] : []);
  const ofNode = (node) => within(Data.label(node), nameOf(node));
  const ofLine = (edge) => within([], [Data.event(edge)]);
  // The codes of the open situations and of the lines between them.
  const shown = () => {
    const nodes = Layout.now.shown.slice(0, MOST);
    const lines = Layout.now.lines.slice(0, MOST);
    const events = new Set(lines.map((edge) => meta.events[Data.style[edge]]));
    const names = new Set([...nodes.flatMap(nameOf), ...lines.map(Data.event)]);
    return { lines, events: [...events].filter((event) => event?.[1]), codes: within(nodes.flatMap(Data.label), [...names]) };
  };
  return { meaning, ofNode, ofLine, shown };
})();

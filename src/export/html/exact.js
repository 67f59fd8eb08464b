// Fractions of arbitrarily large whole numbers, in lowest terms.
const Exact = (() => {
  const gcd = (a, b) => {
    while (b) [a, b] = [b, a % b];
    return a < 0n ? -a : a;
  };
  const make = (above, below) => {
    const shared = gcd(above, below) || 1n;
    return { above: above / shared, below: below / shared };
  };
  const zero = make(0n, 1n);
  const one = make(1n, 1n);
  const read = (text) => {
    const [above, below] = text.split("/");
    return make(BigInt(above), BigInt(below || "1"));
  };
  // The double next to a fraction, or a double that is written in decimals.
  const number = (text) => {
    const [above, below] = text.split("/");
    return Number(above) / Number(below || "1");
  };
  const times = (a, b) => make(a.above * b.above, a.below * b.below);
  const plus = (a, b) => make(a.above * b.below + b.above * a.below, a.below * b.below);
  const minus = (a, b) => plus(a, { above: -b.above, below: b.below });
  const text = (value) => (value.below === 1n ? `${value.above}` : `${value.above}/${value.below}`);

  // Rounds half up to a number of decimals.
  const decimal = (value, digits = 12) => {
    if (value.below === 1n) return `${value.above}`.replace("-", "−");
    const sign = value.above < 0n ? "−" : "";
    const above = value.above < 0n ? -value.above : value.above;
    const scale = 10n ** BigInt(digits);
    const rounded = (2n * above * scale + value.below) / (2n * value.below);
    if (rounded === 0n && above !== 0n) return sign + small(above, value.below);
    const whole = rounded / scale;
    return `${sign}${whole}.${String(rounded % scale).padStart(digits, "0")}`;
  };
  // A number that rounds to 0: four digits and a power of ten.
  const small = (above, below) => {
    let power = String(below).length - String(above).length;
    while (above * 10n ** BigInt(power) < below) power++;
    const digits = String((above * 10n ** BigInt(power + 3)) / below);
    return `${digits[0]}.${digits.slice(1)}e-${power}`;
  };
  const double = (value) => {
    if (Number.isInteger(value)) return String(value).replace("-", "−");
    const size = Math.abs(value);
    const shown = size < 1e-6 ? size.toExponential(3) : size.toFixed(6);
    return (value < 0 ? "−" : "") + shown;
  };
  return { zero, one, gcd, make, read, number, times, plus, minus, text, decimal, double };
})();

/** Numbers in JSON, and whether a double can represent them. */

const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const MAX_DIGITS = 17;

interface Decimal {
  /** Without zeros at either end; empty for zero. */
  readonly digits: string;
  /** The value is `digits` times ten to this power. */
  readonly exponent: number;
}

/**
 * Whether a double represents the number closely enough: an integer exactly, anything else with up to 17 significant digits, no overflow,
 * and zero only for zero. A text that is no JSON number is left to the parser.
 */
export function isExact(text: string): boolean {
  const written = decimalOf(text);
  if (written === null || written.digits === "") return true;
  const value = Number(text);
  if (!Number.isFinite(value) || value === 0 || written.digits.length > MAX_DIGITS) return false;
  const isInteger = written.exponent >= 0;
  const read = isInteger ? decimalOf(String(value)) : written;
  return read?.digits === written.digits && read.exponent === written.exponent;
}

function decimalOf(text: string): Decimal | null {
  const match = NUMBER.exec(text);
  if (!match) return null;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const all = (whole + fraction).replace(/^0+/, "");
  const end = /0*$/.exec(all)?.[0].length ?? 0;
  return { digits: all.slice(0, all.length - end), exponent: Number(exponent) - fraction.length + end };
}

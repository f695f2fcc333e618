const MAX_DEPTH = 64;

/**
 * The data of project code in JSON form: a `Date` as its text, a big integer or a decimal from SQL as a number. Other values are unchanged,
 * so that the field's own check can report them.
 */
export function plainData(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, plainOf(value, 1)]));
}

function plainOf(value: unknown, depth: number): unknown {
  if (typeof value === "bigint") return plainInteger(value);
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => plainOf(item, depth + 1));
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? value : value.toISOString();
  if ("toNumber" in value && typeof value.toNumber === "function") return value.toNumber(); // a Decimal of Prisma
  if (!isPlainObject(value)) return value;
  const pairs = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(pairs.map(([name, inner]) => [name, plainOf(inner, depth + 1)]));
}

/**
 * JSON of a value that project code returns. Big integers, such as every `count(*)`, become numbers if a number can represent them. @throws
 * TypeError for values without JSON form: a function, a symbol, a circular object.
 */
export function jsonTextOf(value: unknown): string {
  const text = JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? plainInteger(inner) : inner));
  if (text === undefined) throw new TypeError(`a ${typeof value} is no JSON`);
  return text;
}

function plainInteger(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null; // also from another realm
}

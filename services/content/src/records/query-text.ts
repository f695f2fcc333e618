/** A query as nested data, the way hooks and custom routes write it: `{ filter: { status: "live" }, limit: 5 }`. */
export type QueryObject = Readonly<Record<string, unknown>>;

/**
 * The query string that says the same as the object, so that code and callers pass through one parser.
 * `{ filter: { a: { $in: ["x", "y"] } } }` becomes `filter[a][$in]=x&filter[a][$in]=y`.
 *
 * @throws TypeError for what a filter can't say: undefined, an empty list, or an object that names nothing, as a promise
 *   that nobody awaited does. Left out, they would widen what they were to narrow.
 */
export function queryTextOf(query: QueryObject): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => pairsOf(name, value));
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
}

type Pair = readonly [name: string, value: string];

function pairsOf(name: string, value: unknown): readonly Pair[] {
  const inFilter = name.startsWith("filter");
  if (value === undefined && inFilter) throw new TypeError(`${name} is undefined`);
  if (value === undefined) return [];
  if (Array.isArray(value)) return inFilter ? filterPairs(name, value) : [[name, value.map(textOf).join(",")]];
  if (value === null) return [[`${name}[$null]`, "true"]];
  if (typeof value !== "object" || value instanceof Date) return [[name, textOf(value)]];
  if (inFilter && isVoid(name, value)) throw new TypeError(`${name} is an object that names nothing`);
  return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner));
}

/** Whether nothing would be left of an object. Only `filter: {}` itself says plainly that there is no filter. */
function isVoid(name: string, value: object): boolean {
  const isLiteral = Object.getPrototypeOf(value) === Object.prototype;
  return Object.keys(value).length === 0 && !(name === "filter" && isLiteral);
}

/** The parts of a group by their place; else the values of a list operator, repeated as a value may hold a comma. */
function filterPairs(name: string, values: readonly unknown[]): readonly Pair[] {
  if (values.length === 0) throw new TypeError(`${name} is an empty list`);
  if (/\[\$(?:or|and)\]$/.test(name)) return values.flatMap((part, index) => pairsOf(`${name}[${index}]`, part));
  const said = values.length === 1 ? [values[0], values[0]] : values; // one alone would be split at its commas
  return said.map((value): Pair => {
    if (value === undefined) throw new TypeError(`${name} holds undefined`);
    return [name, textOf(value)];
  });
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

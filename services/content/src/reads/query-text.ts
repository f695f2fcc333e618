/** A query as nested data, for hooks and custom routes: `{ filter: { status: "live" }, limit: 5 }`. */
export type QueryObject = Readonly<Record<string, unknown>>;

/**
 * The query string that is equal to the object, so that code and callers use one parser. `{ filter: { a: { $in: ["x", "y"] } } }` becomes
 * `filter[a][$in]=x&filter[a][$in]=y`.
 *
 * @throws TypeError for values that a filter can't contain: undefined, an empty list, or an empty object, such as a promise that was not
 * awaited. If they were omitted, the filter would match more rows.
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

/** Whether an object would be empty. Only `filter: {}` itself explicitly means no filter. */
function isVoid(name: string, value: object): boolean {
  const isLiteral = Object.getPrototypeOf(value) === Object.prototype;
  return Object.keys(value).length === 0 && !(name === "filter" && isLiteral);
}

/** The parts of a group by their index; else the values of a list operator, repeated because a value may contain a comma. */
function filterPairs(name: string, values: readonly unknown[]): readonly Pair[] {
  if (values.length === 0) throw new TypeError(`${name} is an empty list`);
  if (/\[\$(?:or|and)\]$/.test(name)) return values.flatMap((part, index) => pairsOf(`${name}[${index}]`, part));
  const repeated = values.length === 1 ? [values[0], values[0]] : values; // a single one would be split at its commas
  return repeated.map((value): Pair => {
    if (value === undefined) throw new TypeError(`${name} holds undefined`);
    return [name, textOf(value)];
  });
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

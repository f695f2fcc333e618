/** Converts typed queries to query strings. */

interface Query {
  readonly filter?: object;
  readonly sort?: string | readonly string[];
  readonly fields?: readonly string[];
  readonly resolve?: object;
  readonly [flag: string]: unknown;
}
type Pair = readonly [name: string, value: string];

function toText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Each value of a list becomes a parameter of its own; a single value with a comma is repeated, so that it is not split. */
function listPairs(name: string, values: readonly unknown[]): readonly Pair[] {
  if (values.length === 0) throw new TypeError(`${name} needs at least one value`);
  const [only = ""] = values.map(toText);
  if (values.length === 1)
    return only.includes(",")
      ? [
          [name, only],
          [name, only],
        ]
      : [[name, only]];
  return values.map((value) => [name, toText(value)]);
}

function valuePairs(prefix: string, path: string, value: unknown): readonly Pair[] {
  const name = `${prefix}[${path}]`;
  if (value === undefined) return [];
  if (value === null) return [[`${name}[$null]`, "true"]];
  if (typeof value !== "object" || value instanceof Date) return [[name, toText(value)]];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (!key.startsWith("$")) return valuePairs(prefix, `${path}.${key}`, inner);
    if (inner === undefined) return [];
    return Array.isArray(inner) ? listPairs(`${name}[${key}]`, inner) : [[`${name}[${key}]`, toText(inner)] as const];
  });
}

function filterPairs(prefix: string, filter: object): readonly Pair[] {
  return Object.entries(filter).flatMap(([key, value]) => {
    if (value === undefined) return [];
    if (key === "$not") return filterPairs(`${prefix}[$not]`, value as object);
    if (key !== "$or" && key !== "$and") return valuePairs(prefix, key, value);
    if ((value as readonly object[]).length === 0) throw new TypeError(`${prefix}[${key}] needs at least one part`);
    return (value as readonly object[]).flatMap((part, at) => filterPairs(`${prefix}[${key}][${at}]`, part));
  });
}

interface Asked {
  readonly fields?: "*" | readonly string[];
  readonly resolve?: object;
  readonly $count?: boolean;
}

function resolvePairs(resolve: object, path: string): readonly Pair[] {
  return Object.entries(resolve).flatMap(([name, asked]: [string, "*" | readonly string[] | Asked | undefined]) => {
    if (asked === undefined) return [];
    const at = path === "" ? name : `${path}.${name}`;
    const {
      fields,
      resolve: deeper,
      $count,
    }: Asked = typeof asked === "string" || Array.isArray(asked) ? { fields: asked } : (asked as Asked);
    const counted: readonly Pair[] = $count ? [[`resolve[${at}.$count]`, "true"]] : [];
    if ($count && !fields && !deeper) return counted;
    return [[`resolve[${at}]`, [fields ?? []].flat().join(",") || "id"] as const, ...counted, ...resolvePairs(deeper ?? {}, at)];
  });
}

/** The query string with its `?`, or "" for an empty query. */
export function toQueryString({ filter, sort, fields, resolve, ...flags }: Query = {}): string {
  const plain = Object.entries(flags).filter(([, value]) => value !== undefined);
  const pairs: readonly Pair[] = [
    ...(filter ? filterPairs("filter", filter) : []),
    ...(sort === undefined ? [] : [["sort", [sort].flat().join(",")] as const]),
    ...(fields === undefined ? [] : [["fields", (fields.length > 0 ? fields : ["id"]).join(",")] as const]),
    ...(resolve ? resolvePairs(resolve, "") : []),
    ...plain.map(([name, value]): Pair => [name, toText(value)]),
  ];
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value]))}`;
}

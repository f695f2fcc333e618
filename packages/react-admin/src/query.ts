/** Converts react-admin's parameters to query strings of Colophon. */
type Values = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Values => Object.prototype.toString.call(value) === "[object Object]";
const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** `author.name` → `filter[author.name]`, `tags.$has` → `filter[tags][$has]`. */
function parameterOf(path: readonly string[]): string {
  const [fields, operators] = [false, true].map((isOperator) => path.filter((step) => step.startsWith("$") === isOperator));
  return `filter[${fields?.join(".")}]${operators?.map((step) => `[${step}]`).join("")}`;
}

function addFilter(to: URLSearchParams, path: readonly string[], value: unknown): void {
  if (isObject(value)) for (const [name, inner] of Object.entries(value)) addFilter(to, [...path, ...name.split(".")], inner);
  else if (value === null) to.append(parameterOf([...path, "$null"]), "true");
  else if (Array.isArray(value)) {
    const listed = parameterOf(path.at(-1)?.startsWith("$") ? path : [...path, "$in"]);
    for (const one of value.length === 1 ? [...value, ...value] : value) to.append(listed, textOf(one)); // a single value would be split at its commas
  } else if (value !== undefined) to.append(parameterOf(path), textOf(value));
}

/** `q` is a search, every other member of a filter a condition; `meta` adds parameters: `{ draft: true, resolve: { author: ["name"] } }`. */
export function queryOf({ q, ...conditions }: Values, { resolve, ...meta }: Values = {}): URLSearchParams {
  const query = new URLSearchParams();
  if (typeof q === "string" && q.trim() !== "") query.append("q", q);
  addFilter(query, [], conditions);
  for (const [name, value] of Object.entries(meta)) if (value !== undefined) query.append(name, textOf(value));
  if (isObject(resolve)) for (const [name, fields] of Object.entries(resolve)) query.append(`resolve[${name}]`, textOf(fields));
  return query;
}

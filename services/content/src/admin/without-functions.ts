/** A JSON copy without functions; a regular expression becomes its source, or `{ source, flags }` if it has flags besides `u`. */
export function withoutFunctions<T>(value: T): T;
export function withoutFunctions(value: unknown): unknown {
  if (value instanceof RegExp) return /^[du]*$/.test(value.flags) ? value.source : { source: value.source, flags: value.flags };
  if (Array.isArray(value)) return value.filter((item) => typeof item !== "function").map(withoutFunctions);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const members = Object.entries(value).filter(([, member]) => typeof member !== "function");
  return Object.fromEntries(members.map(([name, member]) => [name, withoutFunctions(member)]));
}

import { parseQuery } from "@colophon/engine";
import { invalid } from "@colophon/errors";

/** The parameters of a route that takes only a few, each at most once. @throws VALIDATION_ERROR for any other */
export function queryOf<Name extends string>(search: string, allowed: readonly Name[]): Partial<Record<Name, string>> {
  const parameters = new URLSearchParams(search);
  const names: readonly string[] = allowed;
  const wrong = [...new Set(parameters.keys())].flatMap((field) => {
    if (!names.includes(field)) return [{ field, message: "is not a parameter of this route" }];
    return parameters.getAll(field).length > 1 ? [{ field, message: "must be given once" }] : [];
  });
  if (wrong.length > 0) throw invalid(wrong, "The query is not valid");
  return Object.fromEntries(parameters) as Partial<Record<Name, string>>;
}

/** `limit` and `offset`, by the rules that they have on every list. */
export function pageOf(search: string): { limit: number; offset: number } {
  queryOf(search, ["limit", "offset"]);
  const { limit, offset } = parseQuery(search);
  return { limit, offset };
}

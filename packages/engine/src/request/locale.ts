/** The `locale` parameter of the routes of translatable globals, in addition to their other parameters. */
import type { ErrorDetail } from "@colophon/model/errors";
import { isLocalized } from "../row-keys.ts";
import type { Entity, Schema } from "../types.ts";
import { parseParameters, scalarOf, throwProblems } from "./parameters.ts";

const IN_QUERY = /^locale(?:=|$)/;

export interface LocaleQuery {
  /** The given locale, or else the default one; null for an entity whose routes take none. */
  readonly locale: string | null;
  /** The rest of the query string. */
  readonly search: string;
}

/** @throws VALIDATION_ERROR for a locale that the site doesn't have */
export function splitLocale({ config }: Pick<Schema, "config">, entity: Entity, search: string): LocaleQuery {
  if (!isLocalized(entity)) return { locale: null, search };
  const problems: ErrorDetail[] = [];
  const locale = scalarOf(parseParameters(search, problems), "locale", problems) ?? config.defaultLocale;
  if (!config.locales.includes(locale)) problems.push({ field: "locale", message: `must be one of ${config.locales.join(", ")}` });
  throwProblems(problems);
  const rest = search.replace(/^\?/, "").split("&");
  return { locale, search: rest.filter((piece) => !IN_QUERY.test(piece)).join("&") };
}

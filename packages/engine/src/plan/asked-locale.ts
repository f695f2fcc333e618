/** The locale that references to translatable entities use first. */
import { memoizeFor } from "../memoize.ts";
import type { Entity, Schema } from "../types.ts";
import type { ReadRequest } from "../requests.ts";
import type { Reader } from "./filter/contract.ts";

export interface AskedLocale {
  /** Null: the record's own. */
  readonly locale: string | null;
  /** Whether the default locale is used if there is no readable record in these. */
  readonly fallback: boolean;
}

/** Null if the request leaves both to the record. */
export function askedLocaleOf({ locale = null, fallback = null }: Partial<Pick<ReadRequest, "locale" | "fallback">>): AskedLocale | null {
  return locale === null && fallback !== false ? null : { locale, fallback: fallback ?? true };
}

const leading = memoizeFor<boolean>();

/** Whether references lead from the entity, directly or through others, to a translatable one. */
export function leadsToTranslations(schema: Schema, entity: Entity): boolean {
  return leading(schema, entity.name, () => {
    const reached = new Set([entity]);
    for (const from of reached) for (const next of nextTo(schema, from)) reached.add(next);
    reached.delete(entity);
    return [...reached, ...nextTo(schema, entity)].some(({ translatable }) => translatable);
  });
}

function nextTo(schema: Schema, { fields, reverses }: Entity): readonly Entity[] {
  const forwards = fields.flatMap(({ target, references }) => [target ?? [], references.map((reference) => reference.target)].flat());
  const backwards = [...reverses.values()].map(({ definition }) => definition.from);
  return [...forwards, ...backwards].flatMap((name) => schema.entities.get(name) ?? []);
}

/** Reports `locale` and `fallback` of a record whose references don't use them. */
export function checkAsked(
  reader: Pick<Reader, "schema" | "problems">,
  entity: Entity,
  { locale = null, fallback = null }: Partial<Pick<ReadRequest, "locale" | "fallback">>,
): void {
  const isUsed = entity.translatable || leadsToTranslations(reader.schema, entity);
  if (locale !== null) checkLocale(reader, entity, locale);
  if (fallback !== null && !isUsed) reader.problems.push({ field: "fallback", message: `${entity.name} is not translatable` });
}

/** Reports a locale that the site doesn't have, or that means nothing for the entity. */
export function checkLocale({ schema, problems }: Pick<Reader, "schema" | "problems">, entity: Entity, locale: string): void {
  const { locales } = schema.config;
  if (!entity.translatable && !leadsToTranslations(schema, entity))
    problems.push({ field: "locale", message: `${entity.name} is not translatable` });
  else if (!locales.includes(locale)) problems.push({ field: "locale", message: `must be one of ${locales.join(", ")}` });
}

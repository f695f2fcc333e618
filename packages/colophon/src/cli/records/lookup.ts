import type { Field, Schema } from "@colophon/engine";
import { canonicalEmail } from "@colophon/model";
import type { RecordApi } from "./record-api.ts";

/** Finds records by a field that identifies them. */
export interface Sought {
  readonly entity: string;
  readonly field: Field;
  /** Of a translatable entity, whose values are unique in each locale. */
  readonly locale: string;
}

const AT_ONCE = 50;

export type Lookup = ReturnType<typeof createLookup>;

/** Remembers the records that it has found; one that isn't there may be created later. */
export function createLookup(schema: Schema, api: RecordApi) {
  const found = new Map<string, Map<string, string>>();

  async function ask({ entity, field, locale }: Sought, values: readonly string[], known: Map<string, string>): Promise<void> {
    const query = new URLSearchParams({ fields: field.name, limit: "100", count: "false" });
    for (const value of values.length === 1 ? [...values, ...values] : values) query.append(`filter[${field.name}][$in]`, value); // one alone is a list
    const { translatable = false, versions = false } = schema.entities.get(entity) ?? {};
    if (translatable) query.set("filter[locale]", locale);
    if (versions) query.set("draft", "true");
    const { data } = await api.get(`/api/${entity}?${query}`);
    for (const record of data as readonly Readonly<Record<string, unknown>>[])
      known.set(normalized(field, record[field.name]), String(record["id"]));
  }

  /** Those that were found so far. */
  function known({ entity, field, locale }: Sought): Map<string, string> {
    const key = `${entity} ${field.name} ${locale}`;
    const ids = found.get(key) ?? new Map<string, string>();
    found.set(key, ids);
    return ids;
  }

  return {
    /** The id of a record that was looked for. */
    idOf: (sought: Sought, value: unknown): string | undefined => known(sought).get(normalized(sought.field, value)),

    /** Looks for the records with these values. */
    async load(sought: Sought, values: readonly unknown[]): Promise<void> {
      const ids = known(sought);
      const missing = [...new Set(values.map((value) => normalized(sought.field, value)))].filter((value) => !ids.has(value));
      for (let from = 0; from < missing.length; from += AT_ONCE) await ask(sought, missing.slice(from, from + AT_ONCE), ids);
    },
  };
}

/** A value as it is stored. */
export function normalized({ type }: Pick<Field, "type">, value: unknown): string {
  const text = String(value).normalize("NFC");
  return type === "email" ? canonicalEmail(text) : text;
}

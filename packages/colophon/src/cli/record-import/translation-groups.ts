/** Translations of one record: the first one that is imported gets a group, and the others join it. */
import { isPlainObject } from "@colophon/model";
import type { Prepared } from "../records/prepare.ts";
import type { RecordApi } from "../records/record-api.ts";
import type { Row } from "../records/rows.ts";

export type TranslationGroups = ReturnType<typeof createTranslationGroups>;

export function createTranslationGroups(api: RecordApi, entity: string) {
  /** By what the rows of translations have in common. */
  const groups = new Map<string, string>();
  return {
    /** Whether the row has to wait until a translation of it, which is in the batch, is created. */
    waitsFor: (batch: readonly Row[], { group }: Row): boolean => group !== undefined && batch.some((row) => row.group === group),

    /** The new records, in the groups of their translations. */
    joined: (records: readonly Prepared[]): readonly Prepared[] =>
      records.map((record) => {
        const translationGroup = record.id === null ? groups.get(record.group ?? "") : undefined;
        return translationGroup === undefined ? record : { ...record, body: { ...record.body, translationGroup } };
      }),

    /** @param ids - of the records, which exist now */
    async remember(records: readonly Prepared[], ids: readonly string[]): Promise<void> {
      for (const [at, { group, isDraft }] of records.entries()) {
        if (group === undefined || groups.has(group)) continue;
        const { data } = await api.get(`/api/${entity}/${ids[at]}${isDraft ? "?draft=true" : ""}`);
        if (isPlainObject(data)) groups.set(group, String(data["translationGroup"]));
      }
    },
  };
}

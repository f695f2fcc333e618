/** The language in which records of other entities are offered, and one record for each translation group. */
import type { AdminConfig, AdminEntity } from "./admin-config.ts";
import type { AnyQuery, AnyRecord } from "./client.ts";

/** That of the record that is edited; else that of the page if the site has it, or the default one. */
export function offeredLanguage({ locales, defaultLocale }: AdminConfig, edited: string | undefined, ofPage: string): string {
  if (edited !== undefined) return edited;
  const base = ofPage.split("-")[0];
  return locales.find((locale) => locale === ofPage) ?? locales.find((locale) => locale.split("-")[0] === base) ?? defaultLocale;
}

/** Whether a reference to a record of the entity means its translation group. */
export function hasGroups(entity: AdminEntity | undefined): boolean {
  return entity?.translatable === true && !entity.global;
}

/** Each group once: in that language, or in the default one. */
export function inLanguage(entity: AdminEntity | undefined, locale: string | undefined): AnyQuery {
  return hasGroups(entity) && locale !== undefined ? { locale, fallback: true } : {};
}

/** The translation group of a record; its id if it has no translations. */
export function groupOf({ id, translationGroup }: AnyRecord): string {
  return typeof translationGroup === "string" ? translationGroup : id;
}

/** The first record of each group. */
export function oneOfEachGroup(records: readonly AnyRecord[]): readonly AnyRecord[] {
  const first = new Map(records.toReversed().map((record) => [groupOf(record), record]));
  return records.filter((record) => first.get(groupOf(record)) === record);
}

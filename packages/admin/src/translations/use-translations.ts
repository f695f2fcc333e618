import { useQuery } from "@tanstack/react-query";
import { useKnownConfig, type AdminEntity } from "../api/admin-config.ts";
import { listRecords } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import { hasDrafts, readForEditing } from "../record-model/read-for-editing.ts";
import type { RecordLocator, StoredRecord } from "../record-model/record-api.ts";

/** An existing translation of a record. */
export interface Translation {
  readonly locator: RecordLocator;
  readonly updatedAt: string;
}
/** By language. */
export type Translations = Readonly<Record<string, Translation>>;

/** The translations of a record or a global; undefined while loading. */
export function useTranslations(entity: AdminEntity, record: StoredRecord | null): Translations | undefined {
  const { locales } = useKnownConfig();
  const group = record?.["translationGroup"];
  const { data } = useQuery({
    queryKey: [...keys.entity(entity.name), "translations", entity.global ? null : group],
    queryFn: () => (entity.global ? ofGlobal(entity, locales) : ofGroup(entity, String(group))),
    enabled: entity.translatable && (entity.global || typeof group === "string"),
    staleTime: 0,
  });
  const known = record?.locale === undefined ? undefined : data?.[record.locale];
  if (!data || !known || record?.locale === undefined) return data;
  return { ...data, [record.locale]: { ...known, updatedAt: record.updatedAt ?? known.updatedAt } };
}

async function ofGroup(entity: AdminEntity, group: string): Promise<Translations> {
  const query = { filter: { translationGroup: group }, fields: ["id", "locale", "updatedAt"], limit: 100, count: false };
  const { data } = await listRecords(entity.name, { ...query, ...(hasDrafts(entity) && { draft: true }) });
  return Object.fromEntries(
    data.map(({ id, ...record }) => [record["locale"], { locator: { entity: entity.name, id }, updatedAt: String(record["updatedAt"]) }]),
  );
}

async function ofGlobal(entity: AdminEntity, locales: readonly string[]): Promise<Translations> {
  const found = await Promise.all(
    locales.map(async (locale) => {
      const locator = { entity: entity.name, id: null, locale };
      const record = await readForEditing(entity, locator);
      return record ? [[locale, { locator, updatedAt: String(record.updatedAt) }] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

/** Whether a translation is older than its source. */
export function isOlder(translations: Translations, locale: string, source: string): boolean {
  const [own, from] = [translations[locale], translations[source]];
  return locale !== source && own !== undefined && from !== undefined && own.updatedAt < from.updatedAt;
}

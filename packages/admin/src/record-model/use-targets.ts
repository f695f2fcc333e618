import { useQuery } from "@tanstack/react-query";
import { MAX_PAGE_SIZE } from "@colophon/model";
import type { AdminEntity } from "../api/admin-config.ts";
import { listRecords, type AnyQuery, type AnyRecord } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import { groupOf, hasGroups, inLanguage, oneOfEachGroup } from "../api/languages.ts";
import { titlePathOf } from "../api/summary.ts";

const FOUND = 20;

/**
 * The records in the field, by the stored id; deleted and unreadable ones are missing. With `locale`, in place of each its translation in that
 * language, if there is one.
 */
export function useTargets(entity: AdminEntity | undefined, ids: readonly string[], locale?: string): ReadonlyMap<string, AnyRecord> {
  const query = { filter: { id: { $in: ids.slice(0, MAX_PAGE_SIZE) } }, limit: MAX_PAGE_SIZE, count: false, ...withDrafts(entity) };
  const { data } = useQuery({
    queryKey: keys.list(entity?.name ?? "", query),
    queryFn: () => listRecords(entity?.name ?? "", query),
    enabled: entity !== undefined && ids.length > 0,
    placeholderData: (before) => before,
  });
  const records = data?.data ?? [];
  const translations = useTranslated(entity, records, locale);
  return new Map(records.map((record) => [record.id, translations.get(groupOf(record)) ?? record]));
}

/** The translations of the records in a language, by their group. */
function useTranslated(
  entity: AdminEntity | undefined,
  records: readonly AnyRecord[],
  locale: string | undefined,
): ReadonlyMap<string, AnyRecord> {
  const groups = hasGroups(entity) ? records.filter((record) => record["locale"] !== locale).map(groupOf) : [];
  const query = { filter: { translationGroup: { $in: groups }, locale }, limit: MAX_PAGE_SIZE, count: false, ...withDrafts(entity) };
  const { data } = useQuery({
    queryKey: keys.list(entity?.name ?? "", query),
    queryFn: () => listRecords(entity?.name ?? "", query),
    enabled: locale !== undefined && groups.length > 0,
    placeholderData: (before) => before,
  });
  return new Map(data?.data.map((record) => [groupOf(record), record]));
}

export interface Found {
  readonly records: readonly AnyRecord[];
  /** Whether the records are those of an earlier text, while the current ones load. */
  readonly isOutdated: boolean;
}

export interface Sought {
  readonly text: string;
  /** The language of translatable records. */
  readonly locale: string;
  readonly isEnabled: boolean;
}

/**
 * The records that contain a text; the newest ones if the text is empty. Each translation group once: in the language, or else in any other one.
 */
export function useFound(entity: AdminEntity | undefined, { text, locale, isEnabled }: Sought): Found {
  const query: AnyQuery = { limit: FOUND, count: false, ...searchFor(entity, text.trim()), ...withDrafts(entity) };
  const inRequestedLanguage = useList(entity, { ...query, ...inLanguage(entity, locale) }, isEnabled);
  const records = inRequestedLanguage.data?.data ?? [];
  const lacksOthers =
    hasGroups(entity) && inRequestedLanguage.data !== undefined && !inRequestedLanguage.isPlaceholderData && records.length < FOUND;
  const others = useList(entity, query, isEnabled && lacksOthers);
  const further = others.isPlaceholderData ? [] : (others.data?.data ?? []);
  return {
    records: lacksOthers ? oneOfEachGroup([...records, ...further]) : records,
    isOutdated: inRequestedLanguage.isPlaceholderData,
  };
}

function useList(entity: AdminEntity | undefined, query: AnyQuery, isEnabled: boolean) {
  return useQuery({
    queryKey: keys.list(entity?.name ?? "", query),
    queryFn: () => listRecords(entity?.name ?? "", query),
    enabled: entity !== undefined && isEnabled,
    placeholderData: (before) => before,
  });
}

function searchFor(entity: AdminEntity | undefined, text: string): AnyQuery {
  if (!entity || text === "") return {};
  if (entity.fields.some((field) => "searchable" in field && field.searchable)) return { q: text };
  const path = titlePathOf(entity);
  return path === undefined ? {} : { filter: { [path]: { $contains: text } } };
}

function withDrafts(entity: AdminEntity | undefined): AnyQuery {
  return entity?.versions && entity.can.drafts ? { draft: true } : {};
}

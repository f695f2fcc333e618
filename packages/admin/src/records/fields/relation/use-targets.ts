import { useQuery } from "@tanstack/react-query";
import type { AdminEntity } from "../../../api/admin-config.ts";
import { listRecords, type AnyQuery, type AnyRecord } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { titlePathOf } from "../../../api/summary.ts";

const MAX_IDS = 100;
const FOUND = 20;

/** The records in the field, by id; deleted and unreadable ones are missing. */
export function useTargets(entity: AdminEntity | undefined, ids: readonly string[]): ReadonlyMap<string, AnyRecord> {
  const query = { filter: { id: { $in: ids.slice(0, MAX_IDS) } }, limit: MAX_IDS, count: false, ...withDrafts(entity) };
  const { data } = useQuery({
    queryKey: keys.list(entity?.name ?? "", query),
    queryFn: () => listRecords(entity?.name ?? "", query),
    enabled: entity !== undefined && ids.length > 0,
    placeholderData: (before) => before,
  });
  return new Map(data?.data.map((record) => [record.id, record]));
}

export interface Found {
  readonly records: readonly AnyRecord[];
  /** Whether the records are those of an earlier text, while the current ones load. */
  readonly isOutdated: boolean;
}

/** The records that contain a text; the newest ones if the text is empty. */
export function useFound(entity: AdminEntity | undefined, text: string, isEnabled: boolean): Found {
  const query: AnyQuery = { limit: FOUND, count: false, ...searchFor(entity, text.trim()), ...withDrafts(entity) };
  const { data, isPlaceholderData } = useQuery({
    queryKey: keys.list(entity?.name ?? "", query),
    queryFn: () => listRecords(entity?.name ?? "", query),
    enabled: entity !== undefined && isEnabled,
    placeholderData: (before) => before,
  });
  return { records: data?.data ?? [], isOutdated: isPlaceholderData };
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

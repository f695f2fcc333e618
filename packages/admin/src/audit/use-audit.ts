import { toQueryString } from "@colophon/client";
import { isUuid } from "@colophon/model";
import { useInfiniteQuery } from "@tanstack/react-query";
import { callWhole } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import type { AuditRow } from "./audit-row.ts";

const PAGE_SIZE = 50;

/** The conditions of the page, as in its address. Days are in the user's time zone. */
export interface AuditSearch {
  readonly actor?: string;
  readonly entity?: string;
  /** An id; it has no effect until it is complete. */
  readonly record?: string;
  readonly from?: string;
  readonly to?: string;
}

interface Page {
  readonly data: readonly AuditRow[];
  readonly meta: { readonly nextCursor?: string | null };
}

/** The log, page by page, newest rows first. */
export function useAudit(search: AuditSearch) {
  const filter = filterOf(search);
  return useInfiniteQuery({
    queryKey: keys.audit(search),
    queryFn: ({ pageParam }) =>
      callWhole<Page>(`/api/_audit${toQueryString({ filter, limit: PAGE_SIZE, cursor: pageParam, count: false })}`),
    initialPageParam: "",
    getNextPageParam: ({ meta }) => meta.nextCursor ?? undefined,
    staleTime: 0,
  });
}

function filterOf({ actor, entity, record, from, to }: AuditSearch): object {
  const at = { ...(from && { $gte: startOf(from, 0) }), ...(to && { $lt: startOf(to, 1) }) };
  return {
    ...(actor && { actor }),
    ...(entity && { entity }),
    ...(isUuid(record) && { recordId: record }),
    ...(Object.keys(at).length > 0 && { at }),
  };
}

/** The beginning of a day, or of one after it, in the user's time zone. @param day - `YYYY-MM-DD` */
function startOf(day: string, daysLater: number): string {
  const time = new Date(`${day}T00:00:00`);
  time.setDate(time.getDate() + daysLater);
  return time.toISOString();
}

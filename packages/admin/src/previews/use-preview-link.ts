import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { EditSession } from "../drafts/session/session.ts";
import { apiOf, recordQueryKey, type PreviewLink, type RecordLocator } from "../record-model/record-api.ts";

/** A link is replaced this long before it expires. */
const BEFORE_END_MS = 10 * 60_000;
const STORAGE_KEY = "colophon.preview";

/** A link to the record's draft. The tab reuses it until it is about to expire, because the number of links per record is limited. */
export function usePreviewLink(session: EditSession, locator: RecordLocator) {
  const queries = useQueryClient();
  const queryKey = [...recordQueryKey(locator), "preview"];
  const storageKey = [STORAGE_KEY, ...queryKey].join(" ");
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const kept = keptLink(storageKey);
      if (kept) return kept;
      await session.save();
      const link = await apiOf(locator).preview();
      sessionStorage.setItem(storageKey, JSON.stringify(link));
      return link;
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data ? Math.max(restOf(state.data), 0) + 1 : false),
    refetchIntervalInBackground: true,
  });
  const renew = () => {
    sessionStorage.removeItem(storageKey);
    return queries.refetchQueries({ queryKey });
  };
  return { ...query, renew };
}

/** The time until the link is replaced, in milliseconds. */
function restOf({ expiresAt }: PreviewLink): number {
  return Date.parse(expiresAt) - BEFORE_END_MS - Date.now();
}

function keptLink(storageKey: string): PreviewLink | null {
  const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as PreviewLink | null;
  return kept && restOf(kept) > 0 ? kept : null;
}

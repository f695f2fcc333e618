import type { Usage } from "@colophon/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { client } from "../api/client.ts";
import { keys } from "../api/keys.ts";

/** One page of the usages of a record. @throws ColophonError */
export function usagesPage(entity: string, id: string, cursor: string, limit: number) {
  return client.entity(entity as "_file").usages(id, { cursor, limit });
}

/** The usages of a record, page by page; loaded again each time they are shown. */
export function useUsages(entity: string, id: string, limit: number) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: [...keys.record(entity, id), "usages", limit],
    queryFn: ({ pageParam }) => usagesPage(entity, id, pageParam, limit),
    initialPageParam: "",
    getNextPageParam: ({ meta }) => meta.nextCursor,
    staleTime: 0,
  });
  const usages: readonly Usage[] | undefined = data?.pages.flatMap((page) => page.data);
  return { ...query, usages, total: data?.pages[0]?.meta.total };
}

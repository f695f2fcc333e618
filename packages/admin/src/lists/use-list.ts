import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useKnownConfig, type AdminEntity } from "../api/admin-config.ts";
import { listRecords } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import { useKnownMe } from "../api/me.ts";
import { listQueryOf, type ListSearch } from "./list-query.ts";

/** One page of an entity's list; the previous page stays visible while the next one loads. */
export function useList(entity: AdminEntity, search: ListSearch) {
  const query = listQueryOf(useKnownConfig(), entity, useKnownMe(), search);
  return useQuery({
    queryKey: keys.list(entity.name, search),
    queryFn: () => listRecords(entity.name, query),
    placeholderData: keepPreviousData,
  });
}

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useKnownConfig, type AdminEntity } from "../api/admin-config.ts";
import { listPageQuery } from "./list-page-query.ts";
import type { ListSearch } from "./list-query.ts";

/** One page of an entity's list; the previous page stays visible while the next one loads. */
export function useList(entity: AdminEntity, search: ListSearch) {
  return useQuery({ ...listPageQuery(useKnownConfig(), entity, search), placeholderData: keepPreviousData });
}

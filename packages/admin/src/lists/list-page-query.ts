import { queryOptions } from "@tanstack/react-query";
import type { AdminConfig, AdminEntity } from "../api/admin-entities.ts";
import { listRecords } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import { listQueryOf, type ListSearch } from "./list-query.ts";

/** One page of an entity's list. */
export function listPageQuery(config: AdminConfig, entity: AdminEntity, search: ListSearch) {
  return queryOptions({
    queryKey: keys.list(entity.name, search),
    queryFn: () => listRecords(entity.name, listQueryOf(config, entity, config.caller, search)),
  });
}

import { queryOptions } from "@tanstack/react-query";
import type { AdminConfig, AdminEntity } from "../api/admin-entities.ts";
import { listRecords } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import { listQueryOf, type ListSearch } from "../list-model/list-query.ts";
import { adminConfigQuery, entityNamed } from "../api/admin-config.ts";
import { queries } from "../api/queries.ts";
import { waitAtMost } from "../api/early-answers.ts";

/** One page of an entity's list. */
export function listPageQuery(config: AdminConfig, entity: AdminEntity, search: ListSearch) {
  return queryOptions({
    queryKey: keys.list(entity.name, search),
    queryFn: () => listRecords(entity.name, listQueryOf(config, entity, config.caller, search)),
  });
}

const PATIENCE_MS = 50;
let isFirst = true;

/** Waits a moment for the list that `start.ts` has requested: mostly it is there already, and the page renders once instead of twice. */
export async function awaitFirstList(name: string, search: ListSearch): Promise<void> {
  if (!isFirst) return;
  isFirst = false;
  const config = await queries.ensureQueryData(adminConfigQuery).catch(() => null); // the shell shows the error
  const entity = config && entityNamed(config, name);
  if (!entity || entity.global) return;
  const list = queries.prefetchQuery(listPageQuery(config, entity, search));
  await waitAtMost(PATIENCE_MS, list);
}

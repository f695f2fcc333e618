import { adminConfigQuery, entityNamed } from "../api/admin-config.ts";
import { queries } from "../api/queries.ts";
import { waitAtMost } from "../api/wait-at-most.ts";
import { listPageQuery } from "./list-page-query.ts";
import type { ListSearch } from "./list-query.ts";

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

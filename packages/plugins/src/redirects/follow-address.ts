import type { EntityDefinition, HookContext } from "@colophon/config";
import { addressOf } from "../addresses.ts";

/** The entity with hooks that create a redirect in the same transaction if the path of a published record changes. */
export function followAddress(entity: EntityDefinition, pattern: string): EntityDefinition {
  const follow = async ({ id, data, draft, db, operation }: HookContext) => {
    if (id === undefined || !data || (draft && operation !== "publish")) return;
    const live = await db.entity(entity.name, { as: "system" }).find(id);
    const from = live && addressOf(pattern, live);
    const to = live && addressOf(pattern, { ...live, ...data });
    if (from && to && from !== to) await redirect(db.entity("redirect", { as: "system" }), from, to);
  };
  const { hooks = {} } = entity;
  return {
    ...entity,
    hooks: { ...hooks, beforeUpdate: [hooks.beforeUpdate ?? [], follow].flat(), beforePublish: [hooks.beforePublish ?? [], follow].flat() },
  };
}

/** No redirect leads to another one, and none starts at a path that has a page. */
async function redirect(records: HookContext["db"], from: string, to: string): Promise<void> {
  const found = async (filter: object) => (await records.list({ filter, limit: 100, count: false })).data;
  for (const { id } of await found({ from: to })) await records.delete(id);
  for (const { id } of await found({ to: from })) await records.update(id, { to });
  const [known] = await found({ from });
  await (known ? records.update(known.id, { to }) : records.create({ from, to }));
}

/** The triggers that move references to a translatable record to another one of its group when it is deleted. */
import { createHash } from "node:crypto";
import { groupWayOf } from "../references/group-way.ts";
import { jsonText, name, sql, table, textOf } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import type { Entity, Schema } from "../types.ts";
import { tableKey } from "./catalog.ts";
import type { Catalog, TableChange } from "./catalog.ts";

/** Before those of foreign keys (`RI_…`): triggers for the same event run in the order of their names. */
const PREFIX = "Group.";
const HASH_LENGTH = 8;

interface Trigger {
  readonly name: string;
  readonly when: Sql;
}

/** Their names depend on what refers to the entity: when that changes, others take their place. */
function triggersOf(schema: Schema, entity: Entity): readonly Trigger[] {
  const way = groupWayOf(schema, entity);
  if (!way) return [];
  const hash = createHash("sha256").update(JSON.stringify(way)).digest("hex").slice(0, HASH_LENGTH);
  const trashed = { name: `${PREFIX}${hash}.trash`, when: sql`before` };
  return [{ name: PREFIX + hash, when: sql`after` }, ...(entity.trash ? [trashed] : [])];
}

/** The triggers that are missing, and those that nothing needs any more: processes with an older configuration may need them until they end. */
export function groupTriggers(schema: Schema, { tables }: Catalog): readonly TableChange[] {
  return [...schema.entities.values()].flatMap((entity) => {
    const wanted = triggersOf(schema, entity);
    const found = tables.get(tableKey(entity.table))?.triggers ?? new Set<string>();
    const place = entity.name;
    const over = [...found].filter((own) => own.startsWith(PREFIX) && !wanted.some(({ name: one }) => one === own));
    const drops = over.map((own): TableChange => {
      return { sql: textOf(sql`drop trigger ${name(own)} on ${table(entity.table)}`), lossy: null, place, takesAway: "bridge" };
    });
    const missing = wanted.filter((one) => !found.has(one.name));
    const calls = sql`on ${table(entity.table)} for each row execute function cms.leave_group(${jsonText(groupWayOf(schema, entity))})`;
    const creates = missing.map(({ name: own, when }): TableChange => {
      return { sql: textOf(sql`create trigger ${name(own)} ${when} delete ${calls}`), lossy: null, place };
    });
    return [...creates, ...drops];
  });
}

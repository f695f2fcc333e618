import type { Database } from "@colophon/database";
import { eventually } from "../support/eventually.ts";

/** Waits until the sealer has reached the newest row. */
export async function sealed(database: Database): Promise<void> {
  const unsealed = { text: "select from cms.audit a where not exists (select from cms.audit_seals s where s.seq = a.seq) limit 1" };
  await eventually(async () => (await database.run(unsealed)).length === 0, { what: "all rows are sealed" });
}

/** The actions of each record in the order of the chain: `create`, `update`. */
export async function loggedActions(database: Database, entity: string): Promise<Map<string, string[]>> {
  const rows = await database.run<{ id: string; actions: string[] }>(
    {
      text: `select a.record_id as id, array_agg(a.action order by s.number) as actions
        from cms.audit a join cms.audit_seals s on s.seq = a.seq where a.entity = $1 group by a.record_id`,
    },
    [entity],
  );
  return new Map(rows.map(({ id, actions }) => [id, actions]));
}

/** What the log says of a record that was created with version 1 and then only updated. */
export function actionsUntil(version: number): readonly string[] {
  return ["create", ...Array<string>(version - 1).fill("update")];
}

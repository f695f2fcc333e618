/** `cms.trash`: records that can be restored. Their rows are in their entities' tables. */
import type pg from "pg";
import type { Database, Row } from "../database.ts";

export interface TrashedRecord {
  readonly id: string;
  readonly at: Date;
}

export function createTrashTable({ run, one }: Pick<Database, "run" | "one">) {
  return {
    /** Whether the record is in the trash. */
    has: async (entity: string, id: string): Promise<boolean> => (await one<Row>(HAS, [entity, id])) !== null,

    /** The next records that were moved there until then, oldest first. `after` is the last record of the previous batch. */
    until: (entity: string, until: Date, after: TrashedRecord | null): Promise<TrashedRecord[]> =>
      run<TrashedRecord & Row>(UNTIL, [entity, until, after?.at ?? null, after?.id ?? null]),

    /** Deletes the trash entry of a record that was deleted by cascade. `table` is quoted. */
    forget: (entity: string, table: string, id: string): Promise<unknown> => run(forgetting(table), [entity, id]),
  };
}

function forgetting(table: string) {
  return { text: `select cms.forget_record($1, $2::uuid) where not exists (select from ${table} r where r.id = $2::uuid)` };
}

const HAS = { name: "trash-has", text: "select 1 as is from cms.trash where entity = $1 and id = $2" };
const UNTIL = {
  name: "trash-until",
  text: `select id, trashed_at as at from cms.trash where entity = $1 and trashed_at <= $2
    and ($3::timestamptz is null or (trashed_at, id) > ($3, $4::uuid)) order by trashed_at, id limit 100`,
};

/**
 * The entities, except those named, that have records in the trash whose ids are in a table.
 * @param ids - a table with a column `id`, quoted if necessary.
 */
export async function entitiesInTrash(client: pg.ClientBase, ids: string, except: readonly string[]): Promise<readonly string[]> {
  const text = `select distinct t.entity from cms.trash t join ${ids} using (id) where t.entity <> all ($1) order by 1`;
  const { rows } = await client.query<{ entity: string }>(text, [except]);
  return rows.map(({ entity }) => entity);
}

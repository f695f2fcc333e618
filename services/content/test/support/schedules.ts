import type { Database } from "@colophon/database";

/**
 * Makes the steps of these records' schedules due now. The columns have milliseconds: `now()` itself may be rounded up, to a time that
 * is still to come.
 * @returns that time
 */
export async function makeDue(database: Pick<Database, "run">, recordIds: readonly string[]): Promise<string> {
  const [row] = await database.run<{ due: Date }>(
    {
      text: `update cms.schedules set publish_at = case when publish_at is not null then date_trunc('milliseconds', now()) end,
          unpublish_at = case when publish_at is null then date_trunc('milliseconds', now()) else unpublish_at end
        where record_id = any($1) returning coalesce(publish_at, unpublish_at) as due`,
    },
    [recordIds],
  );
  if (!row) throw new Error("no such plan");
  return row.due.toISOString();
}

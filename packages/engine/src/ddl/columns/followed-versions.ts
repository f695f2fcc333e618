import { literal, sql, table, type Sql } from "../../sql/sql.ts";
import { updatedAfterSwitch } from "../batches.ts";
import { changeOf, changeRows, type TableChange } from "../steps/change.ts";
import type { Phase } from "../steps/phases.ts";
import { VERSIONS } from "../catalog.ts";

interface FieldPlace {
  readonly entity: string;
  readonly field: string;
}

/**
 * One value becomes a list, or a list its first value: drafts and history are converted like the tables. Otherwise a draft would show the
 * live value of this field, and store it on the next save. Drafts are converted in the switch, which blocks everybody; the many other rows
 * afterwards.
 */
export function followInVersions(phase: Phase, { entity, field }: FieldPlace, becomes: "list" | "one"): TableChange {
  const value = sql`t.data -> ${literal(field)}`;
  const list = sql`case jsonb_typeof(${value}) when 'string' then jsonb_build_array(${value}) else '[]' end`;
  const [was, now]: [Sql, Sql] = becomes === "list" ? [sql`'string', 'null'`, list] : [sql`'array'`, sql`coalesce(${value} -> 0, 'null')`];
  const set = sql`data = jsonb_set(t.data, array[${literal(field)}], ${now})`;
  const [rows, where] = [sql`entity = ${literal(entity)}`, sql`jsonb_typeof(${value}) in (${was})`];
  const drafts = sql`update ${table(VERSIONS)} t set ${set} where ${rows} and pending and ${where}`;
  const step = changeRows(VERSIONS, drafts, "drafts");
  return changeOf({ phase, configPath: `${entity}.${field}` }, step, { afterwards: updatedAfterSwitch(VERSIONS, { rows, set, where }) });
}

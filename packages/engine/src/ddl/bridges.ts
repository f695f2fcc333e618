/**
 * Lets processes with the previous configuration continue under the old names while others use the new ones. A column is then visible under
 * both names through an updatable view that replaces its table; a junction table has a view with its old name; drafts and histories store a
 * field's value under both names.
 */
import { fitName } from "../names.ts";
import { literal, name, sql, table, textOf } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import type { Entity, Table } from "../types.ts";
import type { TableChange } from "./catalog.ts";
import { namedValuesOf } from "./stored-content.ts";

/** A renamed field; the names are those of its columns or of its junction tables. */
export interface Bridge {
  readonly entity: Entity;
  readonly field: { readonly from: string; readonly to: string };
  readonly stored: { readonly kind: "column" | "junction"; readonly from: string; readonly to: string };
}

/** The suffix of a table that is replaced by a view. No other table name ends with it. */
export const BEHIND_VIEW = "__.stored";

const inContent = (tableName: string): Sql => table({ schema: "content", name: tableName });
const behind = ({ schema, name: own }: Table): Table => ({ schema, name: own + BEHIND_VIEW });

/** Whether both names can exist at once: the old name is not used by another field, and the values are stored in the same way. */
export function isBridgeable({ entity, field, stored }: Bridge): boolean {
  const renamed = entity.fields.find(({ name: own }) => own === field.to);
  return renamed?.storage.kind === stored.kind && !entity.fields.some(({ name: own }) => own === field.from);
}

function steps(place: string, texts: readonly Sql[], takesAway?: "bridge"): TableChange[] {
  return texts.map((step) => ({ sql: textOf(step), lossy: null, place, ...(takesAway && { takesAway }) }));
}

function byEntity(bridges: readonly Bridge[]): [Entity, Bridge[]][] {
  const columns = bridges.filter(({ stored }) => stored.kind === "column");
  return [...Map.groupBy(columns, ({ entity }) => entity)];
}

function triggerOf({ entity, field }: Bridge): Sql {
  return name(fitName(`both.${entity.name}.${field.from}.${field.to}`));
}

/** Stores a field's value under both names there, whichever process writes it. */
export function keepBothNames(bridge: Bridge): TableChange[] {
  const { entity, field } = bridge;
  const call = sql`cms.keep_both_names(${literal(field.from)}, ${literal(field.to)})`;
  return steps(
    `${entity.name}.${field.to}`,
    namedValuesOf(entity).map(
      (of) =>
        sql`create trigger ${triggerOf(bridge)} before insert or update of data on ${table(of)} for each row when (new.entity = ${literal(entity.name)}) execute function ${call}`,
    ),
  );
}

/** The last steps of a change: afterwards the old names exist again. */
export function openBridges(bridges: readonly Bridge[]): TableChange[] {
  const junctions = bridges.filter(({ stored }) => stored.kind === "junction");
  return [
    ...byEntity(bridges).flatMap(([{ name: place, table: of }, own]) => {
      const old = own.map(({ stored }) => sql`, ${name(stored.to)} as ${name(stored.from)}`).reduce((all, one) => sql`${all}${one}`);
      return steps(place, [
        sql`alter table ${table(of)} rename to ${name(behind(of).name)}`,
        sql`create view ${table(of)} as select *${old} from ${table(behind(of))}`,
      ]);
    }),
    ...junctions.flatMap(({ entity, stored }) =>
      steps(entity.name, [sql`create view ${inContent(stored.from)} as select * from ${inContent(stored.to)}`]),
    ),
  ];
}

/** Removes the old names: views become tables again. Each step can run alone. */
export function closeBridges(bridges: readonly Bridge[]): TableChange[] {
  const tables = byEntity(bridges).flatMap(([{ name: place, table: of }]) =>
    steps(place, [sql`drop view ${table(of)}; alter table ${table(behind(of))} rename to ${name(of.name)}`], "bridge"),
  );
  const others = bridges.flatMap((bridge) => {
    const { entity, field, stored } = bridge;
    const [old, now] = [literal(field.from), literal(field.to)];
    const both = sql`entity = ${literal(entity.name)} and jsonb_exists(data, ${old}) and jsonb_exists(data, ${now}) limit 1000`;
    const named = namedValuesOf(entity);
    return steps(
      entity.name,
      [
        ...(stored.kind === "junction" ? [sql`drop view ${inContent(stored.from)}`] : []),
        ...named.map((of) => sql`drop trigger ${triggerOf(bridge)} on ${table(of)}`),
        ...named.map((of) => sql`update ${table(of)} set data = data - ${old} where id in (select id from ${table(of)} where ${both})`), // repeated
      ],
      "bridge",
    );
  });
  return [...tables, ...others];
}

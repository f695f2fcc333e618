/**
 * Lets processes with the previous configuration continue under the old names while others use the new ones. A column is then visible under
 * both names through an updatable view that replaces its table; a junction table has a view with its old name; drafts and histories store a
 * field's value under both names.
 */
import { fitName } from "../names.ts";
import { literal, sql, table } from "../sql/sql.ts";
import type { Entity, Table } from "../types.ts";
import { changeOf, changeRows, changesOf, type TableChange } from "./steps/change.ts";
import type { Step } from "./steps/step.ts";
import { namedValuesOf } from "./catalog.ts";

/** A renamed field; the names are those of its columns or of its junction tables. */
export interface RenamedField {
  readonly entity: Entity;
  readonly field: { readonly from: string; readonly to: string };
  readonly stored: { readonly kind: "column" | "junction"; readonly from: string; readonly to: string };
}

/** The suffix of a table that is replaced by a view. No other table name ends with it. */
export const BASE_TABLE_SUFFIX = "__.stored";

const inContent = (tableName: string): Table => ({ schema: "content", name: tableName });
const baseTableOf = ({ schema, name: own }: Table): Table => ({ schema, name: own + BASE_TABLE_SUFFIX });

/** Whether both names can exist at once: the old name is not used by another field, and the values are stored in the same way. */
export function canKeepBothNames({ entity, field, stored }: RenamedField): boolean {
  const renamed = entity.fields.find(({ name: own }) => own === field.to);
  return renamed?.storage.kind === stored.kind && !entity.fields.some(({ name: own }) => own === field.from);
}

function byEntity(renamedFields: readonly RenamedField[]): [Entity, RenamedField[]][] {
  const columns = renamedFields.filter(({ stored }) => stored.kind === "column");
  return [...Map.groupBy(columns, ({ entity }) => entity)];
}

function triggerOf({ entity, field }: RenamedField): string {
  return fitName(`both.${entity.name}.${field.from}.${field.to}`);
}

/** Stores a field's value under both names there, whichever process writes it. */
export function keepBothNames(renamedField: RenamedField): TableChange[] {
  const { entity, field } = renamedField;
  const trigger = {
    name: triggerOf(renamedField),
    when: sql`before insert or update of data`,
    condition: sql`new.entity = ${literal(entity.name)}`,
    calls: sql`cms.keep_both_names(${literal(field.from)}, ${literal(field.to)})`,
  };
  return changesOf(
    { phase: "renames", configPath: `${entity.name}.${field.to}` },
    namedValuesOf(entity).map((of) => ({ kind: "createTrigger", table: of, trigger, purpose: "names" })),
  );
}

/** Afterwards the old names exist again. */
export function createCompatibilityViews(renamedFields: readonly RenamedField[]): TableChange[] {
  const junctions = renamedFields.filter(({ stored }) => stored.kind === "junction");
  return [
    ...byEntity(renamedFields).flatMap(([{ name: configPath, table: of }, own]) => {
      const columns = own.map(({ stored }) => ({ name: stored.to, as: stored.from }));
      return changesOf({ phase: "showOldNames", configPath }, [
        { kind: "renameTable", table: of, to: baseTableOf(of).name, isBaseTable: true },
        { kind: "createView", table: of, of: baseTableOf(of), columns },
      ]);
    }),
    ...junctions.map(({ entity, stored }) => {
      const view: Step = { kind: "createView", table: inContent(stored.from), of: inContent(stored.to), columns: [] };
      return changeOf({ phase: "showOldNames", configPath: entity.name }, view);
    }),
  ];
}

/** Removes the old name of a field that was stored under both. The step is repeated until there are no such rows. */
function forgetOldName({ entity, field }: RenamedField, of: Table): Step {
  const [old, now] = [literal(field.from), literal(field.to)];
  const both = sql`entity = ${literal(entity.name)} and jsonb_exists(data, ${old}) and jsonb_exists(data, ${now}) limit 1000`;
  const statement = sql`update ${table(of)} set data = data - ${old} where id in (select id from ${table(of)} where ${both})`;
  return changeRows(of, statement, "oldNames");
}

/** Removes the old names: views become tables again. Each step can run alone. */
export function dropCompatibilityViews(renamedFields: readonly RenamedField[]): TableChange[] {
  const close = (configPath: string, step: Step) => changeOf({ phase: "dropOldNames", configPath }, step, { takesAway: "bridge" });
  const tables = byEntity(renamedFields).map(([{ name: configPath, table: of }]) =>
    close(configPath, { kind: "replaceView", table: of, base: baseTableOf(of) }),
  );
  const others = renamedFields.flatMap((renamedField) => {
    const { entity, stored } = renamedField;
    const named = namedValuesOf(entity);
    const steps: readonly Step[] = [
      ...(stored.kind === "junction" ? [{ kind: "dropView", table: inContent(stored.from) } as const] : []),
      ...named.map((of) => ({ kind: "dropTrigger", table: of, name: triggerOf(renamedField), purpose: "names" }) as const),
      ...named.map((of) => forgetOldName(renamedField, of)),
    ];
    return steps.map((step) => close(entity.name, step));
  });
  return [...tables, ...others];
}

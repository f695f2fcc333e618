/** Creates and drops tables of nested references; references of existing rows are copied while the site is running. */
import { columnNameOf, fitName } from "../names.ts";
import { referenceTableOf, shapeOfReferences } from "../references/reference-tables.ts";
import type { ReferenceTable } from "../references/reference-tables.ts";
import { column, join, jsonConstant, jsonText, literal, name, sql, table, textOf } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import type { Schema, Table } from "../types.ts";
import type { AheadStep } from "./ahead.ts";
import { tableKey } from "./catalog.ts";
import type { Catalog, CatalogTable, TableChange } from "./catalog.ts";
import { REFERENCE_FUNCTIONS } from "./functions/reference-functions.ts";
import { keepingFunction } from "./reference-keeping.ts";
import { VERSIONS } from "./stored-content.ts";

const TRIGGER = /^refers\./;
const ON_DELETE = { "no action": sql`no action`, cascade: sql`set null`, "set null": sql`set null` } as const;

interface Part {
  /** The part whose existence shows that all of it exists. */
  readonly name: string;
  readonly sql: Sql;
}

const triggerName = ({ table: of }: ReferenceTable, kind: string): string => fitName(`refers.${of.name}.${kind}`);
const indexName = ({ table: of }: ReferenceTable, columnName: string): string => fitName(`referred.${of.name}.${columnName}`);

function createTable({ entity, table: of, columns }: ReferenceTable): Sql {
  const keyed = columns.map(
    (one) =>
      sql`${name(one.name)} uuid constraint ${name(one.constraint)} references ${table(one.target.table)} (id) on delete ${ON_DELETE[one.onDelete]}`,
  );
  const source = sql`source_id uuid not null references ${table(entity.table)} (id) on delete cascade`;
  return sql`create table ${table(of)} (${join([source, sql`path text not null`, sql`draft boolean not null`, ...keyed])})`;
}

/** The additional action when a foreign key, or a removal in the background, sets a reference to null. */
function lostTrigger(one: ReferenceTable): Sql {
  const isEmptied = one.columns.map(({ name: of }) => sql`(${column("old", of)} is not null and ${column("new", of)} is null)`);
  const call = sql`cms.lose_reference(${jsonText(shapeOfReferences(one))})`;
  return sql`create trigger lost after update on ${table(one.table)} for each row when (${join(isEmptied, " or ")}) execute function ${call}`;
}

function triggers(one: ReferenceTable): readonly (Part & { readonly on: Table })[] {
  const { entity } = one;
  const shape = jsonText(shapeOfReferences(one));
  const fields = [...new Set(one.columns.flatMap(({ references }) => references.map(({ field }) => columnNameOf(field.name))))];
  const record = sql`for each row execute function cms.follow_record(${shape}, '{${join(fields.map(name))}}')`;
  const draft = sql`execute function cms.follow_draft(${shape})`;
  const ours = (row: string) => sql`${column(row, "entity")} = ${literal(entity.name)}`;
  const isPending = sql`(${column("old", "pending")} or ${column("new", "pending")})`;
  const kinds = [
    ["record", entity.table, sql`after insert or update on ${table(entity.table)} ${record}`],
    [
      "draft.insert",
      VERSIONS,
      sql`after insert on ${table(VERSIONS)} for each row when (${ours("new")} and ${column("new", "pending")}) ${draft}`,
    ],
    ["draft.update", VERSIONS, sql`after update on ${table(VERSIONS)} for each row when (${ours("new")} and ${isPending}) ${draft}`],
    [
      "draft.delete",
      VERSIONS,
      sql`after delete on ${table(VERSIONS)} for each row when (${ours("old")} and ${column("old", "pending")}) ${draft}`,
    ],
  ] as const;
  return kinds
    .filter(([, on]) => on !== VERSIONS || entity.versions !== false)
    .map(([kind, on, when]) => {
      const own = triggerName(one, kind);
      return { name: own, on, sql: sql`create trigger ${name(own)} ${when}` };
    });
}

/** From a record to its references, and from a target to the references to it. */
function indexes(one: ReferenceTable): { readonly distinct: Part; readonly byTarget: readonly Part[] } {
  const { table: of, columns } = one;
  const distinct = indexName(one, "source_id");
  const target = sql`(coalesce(${join(columns.map(({ name: own }) => name(own)))}))`;
  return {
    distinct: { name: distinct, sql: sql`create unique index ${name(distinct)} on ${table(of)} (source_id, path, draft, ${target})` },
    byTarget: columns.map(({ name: own }) => {
      const index = indexName(one, own);
      return {
        name: index,
        sql: sql`create index ${name(index)} on ${table(of)} (${name(own)}, path, source_id) where ${name(own)} is not null`,
      };
    }),
  };
}

/** Whether the entity's rows are already stored as they will be after the change, so that triggers can be created before it. */
function hasFinalColumns({ entity, columns }: ReferenceTable, before: Catalog): boolean {
  const found = before.tables.get(tableKey(entity.table));
  const isSame = columns
    .flatMap(({ references }) => references)
    .every(({ field }) => {
      const from = field.definition.renamedFrom;
      return found?.columns.has(columnNameOf(field.name)) || from === undefined || !found?.columns.has(columnNameOf(from));
    });
  return found !== undefined && found.rows > 0 && isSame && columns.every(({ target }) => before.tables.has(tableKey(target.table)));
}

interface Missing {
  readonly made: readonly Sql[];
  readonly isFilled: boolean;
  readonly byTarget: readonly Part[];
}

function missingOf(one: ReferenceTable, { tables }: Catalog): Missing {
  const found = tables.get(tableKey(one.table));
  const { distinct, byTarget } = indexes(one);
  const ofTable = found ? [] : [createTable(one), distinct.sql, keepingFunction(one), lostTrigger(one)];
  const absent = triggers(one).filter(({ name: own, on }) => !tables.get(tableKey(on))?.triggers.has(own));
  const lacking = byTarget.filter(({ name: own }) => !found?.indexes.has(own));
  return { made: [...ofTable, ...absent.map((trigger) => trigger.sql)], isFilled: lacking.length === 0, byTarget: lacking };
}

function aheadOf(one: ReferenceTable, { made, byTarget }: Missing): readonly AheadStep[] {
  const of = tableKey(one.entity.table);
  const shape = jsonConstant(shapeOfReferences(one));
  return [
    { kind: "brief", table: of, statements: [...REFERENCE_FUNCTIONS, ...made.map(textOf)] },
    { kind: "fill", table: of, statements: [textOf(sql`select cms.bring_references(${shape}) as done`)] },
    ...byTarget.map(({ name: own, sql: make }): AheadStep => {
      const unfinished = textOf(sql`drop index concurrently if exists ${name(one.table.schema)}.${name(own)}`);
      return {
        kind: "index",
        table: tableKey(one.table),
        statements: [unfinished, textOf(make).replace(" index ", " index concurrently ")],
      };
    }),
  ];
}

/** The steps for all incomplete tables of references; none if all are complete. */
export function referenceChanges(schema: Schema, catalog: Catalog, before: Catalog): TableChange[] {
  return [...schema.entities.values()].flatMap((entity) => {
    const one = referenceTableOf(schema, entity);
    if (!one || entity.builtIn) return [];
    const missing = missingOf(one, catalog);
    if (missing.made.length === 0 && missing.isFilled) return [];
    const shape = jsonConstant(shapeOfReferences(one));
    const fill = sql`do ${sql`$$`} begin while cms.bring_references(${shape}) > 0 loop end loop; end ${sql`$$`}`;
    const steps = [...missing.made, ...(missing.isFilled ? [] : [fill]), ...missing.byTarget.map(({ sql: make }) => make)];
    const ahead = hasFinalColumns(one, before) ? aheadOf(one, missing) : [];
    return steps.map((step, at) => ({
      sql: textOf(step),
      lossy: null,
      place: entity.name,
      ...(at === 0 && ahead.length > 0 && { ahead }),
    }));
  });
}

/** Triggers of tables that only another configuration has; they are dropped before these. */
export function dropFollowing(schema: Schema, { tables }: Catalog): TableChange[] {
  const configured = new Set(
    [...schema.entities.values()].flatMap((entity) => {
      const one = referenceTableOf(schema, entity);
      return one ? triggers(one).map((trigger) => trigger.name) : [];
    }),
  );
  const dropOn = ([key, { triggers: found }]: readonly [string, CatalogTable]) => {
    const [of = "", ...rest] = key.split(".");
    const on: Table = { schema: of === "cms" ? "cms" : "content", name: rest.join(".") };
    const over = [...found].filter((own) => TRIGGER.test(own) && !configured.has(own)).toSorted();
    return over.map((own): TableChange => {
      const step = sql`drop trigger ${name(own)} on ${table(on)}`;
      return { sql: textOf(step), lossy: null, place: rest.join("."), takesAway: "data" };
    });
  };
  return [...tables].flatMap(dropOn);
}

/** Drops a table of references that only another configuration has, and its function. */
export function dropReferences(tableName: string): TableChange[] {
  const of = table({ schema: "content", name: tableName });
  const steps = [sql`drop table ${of}`, sql`drop function if exists ${of}(uuid, boolean, jsonb, jsonb)`];
  return steps.map((step) => ({ sql: textOf(step), lossy: null, place: tableName.split("__")[0] ?? tableName, takesAway: "data" }));
}

/** The names of all tables of references. */
export function referenceTableNames(schema: Schema): ReadonlySet<string> {
  return new Set([...schema.entities.values()].flatMap((entity) => referenceTableOf(schema, entity)?.table.name ?? []));
}

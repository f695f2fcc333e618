/** Values that change their home: one relation becomes many, or many become one. */
import { column, literal, name, sql, table } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Field, Schema, Table } from "../../types.ts";
import { inBatches } from "../batches.ts";
import { tableKey } from "../catalog.ts";
import type { Catalog, CatalogTable } from "../catalog.ts";
import type { ColumnDesign, TableDesign } from "../contract.ts";
import { followInVersions } from "../columns/followed-versions.ts";
import { temporaryColumn } from "../columns/new-columns.ts";
import { dropFollower } from "../columns/retyped-columns.ts";
import { FIRST_LINK } from "../functions/change-functions.ts";
import { fitName } from "../../names.ts";
import { junctionBefore, tableBefore } from "../current-table.ts";
import type { Catalogs } from "../current-table.ts";
import type { OnlineStep } from "../steps/online-steps.ts";
import { changeOf, changeRows, changesOf } from "../steps/change.ts";
import type { Reason, TableChange } from "../steps/change.ts";
import type { Step } from "../steps/step.ts";
import { followWith } from "./copy-links.ts";

/** Steps, and what they leave empty behind them: columns of the entity's table, junction tables. */
export interface Moves {
  readonly changes: readonly TableChange[];
  readonly columns: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
}

export function insertLinks(from: Table, of: string, to: Table): Sql {
  const ids = sql`select ${name("id")}, ${name(of)}, 0 from ${table(from)} where ${name(of)} is not null`;
  return sql`insert into ${table(to)} (source_id, target_id, position) ${ids}`;
}

function toColumn(from: Table, to: Table, of: string): Sql {
  const firstTarget = sql`select target_id from ${table(from)} l where l.source_id = t.id order by position limit 1`;
  return sql`update ${table(to)} t set ${name(of)} = (${firstTarget})`;
}

function hasSameTarget(field: Field, designs: readonly TableDesign[], found: CatalogTable, of: string): boolean {
  const key = designs
    .flatMap(({ foreignKeys }) => foreignKeys)
    .find((candidate) => candidate.field === field.name && candidate.column !== "source_id");
  const stood = [...found.foreignKeys.values()].find((key) => key.column === of);
  return key !== undefined && stood?.target === tableKey(key.target);
}

const junctionOf = ({ entity }: TableDesign, field: Field): Table => ({
  schema: "content",
  name: fitName(`${entity.name}__${field.name}`),
});
const ownDesigns = (designs: readonly TableDesign[], { entity }: TableDesign) => designs.filter((design) => design.entity === entity);

/** Whether the column of a relation that was one holds the links of one that is many. */
export function isSpread(field: Field, designs: readonly TableDesign[], own: TableDesign, { tables }: Catalog): boolean {
  const found = tables.get(tableKey(own.table));
  if (!found || field.storage.kind !== "junction" || tables.has(tableKey(junctionOf(own, field)))) return false;
  return found.columns.get(field.name) === "uuid" && hasSameTarget(field, ownDesigns(designs, own), found, field.name);
}

/** Of a relation that becomes one: its column, which is new, and the links that there are. */
interface Collected {
  readonly column: ColumnDesign;
  readonly junction: Table;
  readonly links: CatalogTable;
}

function collected(field: Field, designs: readonly TableDesign[], own: TableDesign, { tables }: Catalog): Collected | null {
  const junction = junctionOf(own, field);
  const [found, links] = [tables.get(tableKey(own.table)), tables.get(tableKey(junction))];
  const design = own.columns.find((column) => column.field === field);
  if (!found || !links || !design || found.columns.has(design.name)) return null;
  return hasSameTarget(field, ownDesigns(designs, own), links, "target_id") ? { column: design, junction, links } : null;
}

/** The new column gets the first link of each record while the site runs. It was added before the switch, as all new columns are. */
function collectOnline(temporary: string, of: Table, junction: Table): readonly OnlineStep[] {
  const firstLink = (id: Sql) => sql`cms.first_link(${literal(junction.name)}, ${id})`;
  const id = column("t", "id");
  const changed = sql`${column("t", temporary)} is distinct from ${firstLink(id)}`;
  const body = sql`update ${table(of)} t set ${name(temporary)} = ${firstLink(id)} where t.id = coalesce(new.source_id, old.source_id) and ${changed};`;
  const followed = followWith(temporary, { followed: junction, trigger: sql`after insert or update or delete`, body });
  return [
    {
      kind: "brief",
      table: tableKey(junction),
      steps: [{ kind: "createFunction", definition: FIRST_LINK, purpose: "advance" }, ...followed],
    },
    inBatches(of, { temporary, set: sql`${name(temporary)} = ${firstLink(id)}`, where: changed }),
    { kind: "check", table: tableKey(of), steps: [{ kind: "analyze", table: of, column: temporary }] },
  ];
}

interface Owned {
  readonly schema: Schema;
  readonly own: TableDesign;
  readonly rows: number;
  readonly before: Catalog;
}

function collect({ schema, own, rows, before }: Owned, field: Field, { column: to, junction, links }: Collected): TableChange[] {
  const configPath = `${own.entity.name}.${field.name}`;
  const lossy = links.rows > 0 ? `${configPath} holds one record from now on: all but the first of each are lost` : null;
  const temporary = temporaryColumn(schema, own.table, to, rows);
  const [of, from] = [tableBefore(schema, own, before), junctionBefore(schema, own.entity, field, before)];
  const onlineSteps = of && from && rows > 0 && links.rows > 0 ? collectOnline(temporary, of, from) : null;
  const statement = toColumn(junction, own.table, to.name);
  const move: Step = changeRows(own.table, statement, "firstLink");
  const steps = links.triggers.has(temporary) ? dropFollower(junction, temporary) : [move];
  const changes = changesOf({ phase: "moves", configPath }, steps, { lossy, onlineSteps });
  return [...changes, followInVersions("moves", { entity: own.entity.name, field: field.name }, "one")];
}

/**
 * Moves between a relation's column and its junction table. `designs` are one entity's tables; the links of a relation that becomes many
 * and whose table is made before the switch are temporary.
 */
export function relationMoves(
  schema: Schema,
  designs: readonly TableDesign[],
  { before, catalog }: Catalogs,
  copiedTo: (table: Table) => { readonly isMade: boolean; readonly onlineSteps: readonly OnlineStep[] | null } | undefined,
): Moves {
  const own = designs.find((design) => design.junction === null);
  const found = own && catalog.tables.get(tableKey(own.table));
  const changes: TableChange[] = [];
  const [columns, tables] = [new Set<string>(), new Set<string>()];
  if (!own || !found) return { changes, columns, tables };
  for (const field of own.entity.fields) {
    const reason: Reason = { phase: "moves", configPath: `${own.entity.name}.${field.name}` };
    const junction = junctionOf(own, field);
    if (isSpread(field, designs, own, catalog)) {
      const temporary = copiedTo(junction);
      const statement = insertLinks(own.table, field.name, junction);
      const move: Step = changeRows(junction, statement, "links");
      if (!temporary?.isMade) changes.push(changeOf(reason, move, { onlineSteps: temporary?.onlineSteps ?? null }));
      changes.push(followInVersions("moves", { entity: own.entity.name, field: field.name }, "list"));
      columns.add(field.name);
    }
    const collecting = field.storage.kind === "column" ? collected(field, designs, own, catalog) : null;
    if (collecting) {
      changes.push(...collect({ schema, own, rows: found.rows, before }, field, collecting));
      tables.add(collecting.junction.name);
    }
  }
  return { changes, columns, tables };
}

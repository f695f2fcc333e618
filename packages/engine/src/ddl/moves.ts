/** Values that are moved without loss: a to-one relation becomes to-many, or the reverse. */
import { name, sql, table, textOf } from "../sql/sql.ts";
import type { Field, Table } from "../types.ts";
import { tableKey } from "./catalog.ts";
import type { Catalog, CatalogTable, TableChange } from "./catalog.ts";
import type { TableDesign } from "./contract.ts";
import { fitName } from "../names.ts";
import { followInVersions } from "./columns/followed-versions.ts";

/** The steps, and what is empty after them: columns of the entity's table, junction tables. */
export interface Moves {
  readonly changes: readonly TableChange[];
  readonly columns: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
}

function toJunction(from: Table, column: string, to: Table): string {
  const ids = sql`select ${name("id")}, ${name(column)}, 0 from ${table(from)} where ${name(column)} is not null`;
  return textOf(sql`insert into ${table(to)} (source_id, target_id, position) ${ids}`);
}

function toColumn(from: Table, to: Table, column: string): string {
  const first = sql`select target_id from ${table(from)} l where l.source_id = t.id order by position limit 1`;
  return textOf(sql`update ${table(to)} t set ${name(column)} = (${first})`);
}

function targetOf(field: Field, designs: readonly TableDesign[], found: CatalogTable, column: string): boolean {
  const key = designs.flatMap(({ foreignKeys }) => foreignKeys).find((one) => one.field === field.name && one.column !== "source_id");
  const existing = [...found.foreignKeys.values()].find((one) => one.column === column);
  return key !== undefined && existing?.target === tableKey(key.target);
}

/** Moves between a relation's column and its junction table. `designs` are one entity's tables. */
export function relationMoves(designs: readonly TableDesign[], catalog: Catalog): Moves {
  const own = designs.find((design) => design.junction === null);
  const found = own && catalog.tables.get(tableKey(own.table));
  const changes: TableChange[] = [];
  const [columns, tables] = [new Set<string>(), new Set<string>()];
  if (!own || !found) return { changes, columns, tables };
  for (const field of own.entity.fields) {
    const place = `${own.entity.name}.${field.name}`;
    const junction: Table = { schema: "content", name: fitName(`${own.entity.name}__${field.name}`) };
    const links = catalog.tables.get(`content.${junction.name}`);
    if (
      field.storage.kind === "junction" &&
      !links &&
      found.columns.get(field.name) === "uuid" &&
      targetOf(field, designs, found, field.name)
    ) {
      changes.push({ sql: toJunction(own.table, field.name, junction), lossy: null, place });
      changes.push(followInVersions(own.entity.name, field.name, "list", place));
      columns.add(field.name);
    }
    if (
      field.storage.kind === "column" &&
      links &&
      !found.columns.has(field.storage.column) &&
      targetOf(field, designs, links, "target_id")
    ) {
      const lossy = links.rows > 0 ? `${place} holds one record from now on: all but the first of each are lost` : null;
      changes.push({ sql: toColumn(junction, own.table, field.storage.column), lossy, place });
      changes.push(followInVersions(own.entity.name, field.name, "one", place));
      tables.add(junction.name);
    }
  }
  return { changes, columns, tables };
}

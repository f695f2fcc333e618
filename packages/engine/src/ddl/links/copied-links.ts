/**
 * Junction tables that are filled beside the running site and take their places in the switch: of a relation to many that points to
 * another entity from now on, or of one relation that becomes many. A trigger follows what is written meanwhile, batches bring over the rest.
 */
import { column, name, sql, table, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { columnNameOf } from "../../names.ts";
import type { Schema, Table } from "../../types.ts";
import { eachBatch } from "../batches.ts";
import { tableKey } from "../catalog.ts";
import type { Catalog, CatalogTable } from "../catalog.ts";
import { dropFollower } from "../columns/retyped-columns.ts";
import { configPathOf } from "../contract.ts";
import type { ForeignKeyDesign, TableDesign } from "../contract.ts";
import { temporaryName } from "../steps/online-steps.ts";
import type { OnlineStep } from "../steps/online-steps.ts";
import { changesOf } from "../steps/change.ts";
import type { TableChange } from "../steps/change.ts";
import type { Step } from "../steps/step.ts";
import { junctionBefore, tableBefore, tableNamed } from "../current-table.ts";
import type { Catalogs } from "../current-table.ts";
import { copyOnline } from "./copy-links.ts";
import { insertLinks, isSpread } from "./moves.ts";

/** The table of a relation's links that is made anew. */
export interface CopiedLinks {
  readonly design: TableDesign;
  /** The name of the new table, of the trigger and of its function, until the switch. */
  readonly temporary: string;
  /** The table with the trigger, as the switch calls it. */
  readonly followed: Table;
  readonly lossy: string | null;
  /** Null where there is nothing to bring over beside the running site. */
  readonly onlineSteps: readonly OnlineStep[] | null;
}

interface LinkedTables {
  readonly source: Table;
  readonly target: Table;
}

const targetKey = ({ foreignKeys }: TableDesign): ForeignKeyDesign | undefined => foreignKeys.find((key) => key.column === "target_id");

/** Deletes links to rows that the target does not have. */
export function clearOrphans(of: Table, key: ForeignKeyDesign): Sql {
  const at = column("t", key.column);
  return sql`delete from ${table(of)} t where not exists (select from ${table(key.target)} r where r.id = ${at})`;
}

/** Whether the links that there are lead to another entity than from now on. */
export function isRetargeted(design: TableDesign, { foreignKeys, rows }: CatalogTable): boolean {
  const key = targetKey(design);
  const stood = [...foreignKeys.values()].some(
    (foreignKey) => foreignKey.column === "target_id" && foreignKey.target === (key && tableKey(key.target)),
  );
  return design.junction !== null && key !== undefined && rows > 0 && !stood;
}

function linkedTablesBefore(schema: Schema, own: TableDesign, key: ForeignKeyDesign, before: Catalog): LinkedTables | null {
  const [source, target] = [tableBefore(schema, own, before), tableNamed(schema, key.target, before)];
  return source && target && before.tables.has(tableKey(target)) ? { source, target } : null;
}

function retargetedLinks(schema: Schema, design: TableDesign, own: TableDesign, before: Catalog): CopiedLinks | null {
  const key = targetKey(design);
  if (!design.junction || !key) return null;
  const temporary = temporaryName(textOf(clearOrphans(design.table, key)));
  const from = junctionBefore(schema, design.entity, design.junction, before);
  const places = linkedTablesBefore(schema, own, key, before);
  const links = table({ schema: "content", name: temporary });
  const wanted = (row: string) =>
    sql`select ${column(row, "source_id")}, r.id, ${column(row, "position")} from ${places ? table(places.target) : links} r`;
  const gone = sql`if tg_op <> 'INSERT' then delete from ${links} l where l.source_id = old.source_id and l.target_id = old.target_id; end if;`;
  const kept = sql`insert into ${links} (source_id, target_id, position) ${wanted("new")} where r.id = new.target_id for key share of r on conflict (source_id, target_id) do update set position = excluded.position;`;
  const held = sql`held as materialized (select j.source_id, j.target_id, j.position from ${from ? table(from) : links} j join batch b on j.source_id = b.id for no key update of j)`;
  const filled = sql`with ${held} insert into ${links} (source_id, target_id, position) ${wanted("h")} join held h on r.id = h.target_id for key share of r on conflict do nothing`;
  return {
    design,
    temporary,
    followed: design.table,
    lossy: `${configPathOf(design)} points to another entity from now on: ids that it does not have are lost`,
    onlineSteps:
      from && places
        ? copyOnline(design, before, {
            ...places,
            temporary,
            followed: from,
            trigger: sql`after insert or update or delete`,
            body: sql`${gone} if tg_op <> 'DELETE' then ${kept} end if;`,
            fill: eachBatch(places.source, { temporary, columns: sql`id`, does: filled }),
          })
        : null,
  };
}

function spreadLinks(schema: Schema, design: TableDesign, own: TableDesign, before: Catalog): CopiedLinks | null {
  const key = targetKey(design);
  const { junction } = design;
  if (!junction || !key) return null;
  const temporary = temporaryName(textOf(insertLinks(own.table, junction.name, design.table)));
  const places = linkedTablesBefore(schema, own, key, before);
  const found = places && before.tables.get(tableKey(places.source));
  const { renamedFrom = junction.name } = junction.definition;
  const from = [junction.name, columnNameOf(renamedFrom)].find((former) => found?.columns.has(former));
  const links = table({ schema: "content", name: temporary });
  const insert = (rows: Sql) => sql`insert into ${links} (source_id, target_id, position) ${rows} on conflict do nothing`;
  const value = column("new", from ?? junction.name);
  const gone = sql`delete from ${links} l where l.source_id = new.id and l.target_id is distinct from ${value};`;
  return {
    design,
    temporary,
    followed: own.table,
    lossy: null,
    onlineSteps:
      places && from !== undefined
        ? copyOnline(design, before, {
            ...places,
            temporary,
            followed: places.source,
            trigger: sql`after insert or update of ${name(from)}`,
            body: sql`${gone} ${insert(sql`select new.id, ${value}, 0 where ${value} is not null`)};`,
            fill: eachBatch(places.source, {
              temporary,
              columns: sql`id, ${column("t", from)} as target`,
              does: insert(sql`select b.id, b.target, 0 from batch b where b.target is not null`),
            }),
          })
        : null,
  };
}

/** Of all relations whose links move to another table. */
export function copiedLinks(schema: Schema, designs: readonly TableDesign[], { before, catalog }: Catalogs): readonly CopiedLinks[] {
  return designs.flatMap((design) => {
    const own = designs.find((other) => other.entity === design.entity && other.junction === null);
    if (!design.junction || !own) return [];
    const found = catalog.tables.get(tableKey(design.table));
    if (found) return isRetargeted(design, found) ? (retargetedLinks(schema, design, own, before) ?? []) : [];
    return isSpread(design.junction, designs, own, catalog) ? (spreadLinks(schema, design, own, before) ?? []) : [];
  });
}

export interface Taken {
  readonly changes: readonly TableChange[];
  /** As it is when the new tables have taken their places. */
  readonly catalog: Catalog;
}

/** The tables that were filled take their places. */
export function takeLinks(links: readonly CopiedLinks[], catalog: Catalog): Taken {
  const tables = new Map(catalog.tables);
  const changes = links.flatMap(({ design, temporary, followed, lossy, onlineSteps }) => {
    const [own, made] = [tableKey(design.table), tables.get(`content.${temporary}`)];
    if (!made) return [];
    const isReplaced = tables.has(own);
    const rest = tables.get(tableKey(followed));
    if (rest) tables.set(tableKey(followed), { ...rest, triggers: new Set([...rest.triggers].filter((trigger) => trigger !== temporary)) });
    tables.delete(`content.${temporary}`);
    tables.set(own, made);
    const followers = dropFollower(followed, temporary);
    const links: Table = { schema: "content", name: temporary };
    const steps: readonly Step[] = [
      ...(isReplaced ? [{ kind: "dropTable", table: followed } as const, ...followers.slice(1)] : followers),
      { kind: "renameTable", table: links, to: design.table.name },
    ];
    return changesOf({ phase: "links", configPath: configPathOf(design) }, steps, { lossy, onlineSteps });
  });
  return { changes, catalog: { ...catalog, tables } };
}

/** Removes all rows of an entity's table but a few. If it can be truncated, the time does not depend on the number of rows. */
import { column, join, name, sql, table } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import type { Table } from "../types.ts";
import { tableKey } from "./catalog.ts";
import type { Catalog, CatalogTable } from "./catalog.ts";

interface Referring {
  readonly key: string;
  readonly columns: readonly string[];
}

function referringTo(of: Table, { tables }: Catalog): readonly Referring[] {
  const columnsOf = ({ foreignKeys }: CatalogTable) => [...foreignKeys.values()].filter(({ target }) => target === tableKey(of));
  const found = [...tables].map(([key, one]) => ({ key, columns: columnsOf(one).map(({ column: own }) => own) }));
  return found.filter(({ columns }) => columns.length > 0).toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/** The tables with links and references of the records. Null if other tables, or the records themselves, refer to the records. */
function ownTables(of: Table, catalog: Catalog): readonly Table[] | null {
  const referring = referringTo(of, catalog);
  const known = new Set(referring.map(({ key }) => key));
  const others = [...(catalog.tables.get(tableKey(of))?.referrers ?? [])].filter((key) => !known.has(key));
  if (others.length > 0 || referring.some(({ columns }) => columns.some((one) => one !== "source_id"))) return null;
  return referring.map(({ key }) => ({ schema: "content", name: key.slice("content.".length) }));
}

/** References are stored as they are: a trigger would refuse one to a record that is gone. */
function truncated(of: Table, own: readonly Table[], rows: Sql): Sql {
  const parts = own.map((part, at) => ({ part, kept: name(`_kept${at + 1}`) }));
  const [row, all] = [name("_row"), join([of, ...own].map(table))];
  const declared = parts.map(({ part, kept }) => sql` ${kept} ${table(part)}[];`);
  const read = parts.map(({ part, kept }) => {
    const source = column("_row", "source_id");
    return sql`${kept} := array(select ${row} from ${table(part)} ${row} where ${source} in (select id from unnest(_kept)));`;
  });
  const written = parts.map(({ part, kept }) => sql`insert into ${table(part)} select * from unnest(${kept});`);
  return sql`do ${sql`$$`} declare _kept ${table(of)}[];${declared.reduce((text, one) => sql`${text}${one}`, sql``)}
begin
_kept := array(select ${row} from ${table(of)} ${row} where id in (${rows}));
${join(read, "\n")}
truncate ${all};
perform set_config('cms.references', 'later', true);
insert into ${table(of)} select * from unnest(_kept);
perform set_config('cms.references', '', true);
${join(written, "\n")}
end ${sql`$$`}`;
}

/** @param rows - selects the ids of the rows that stay. */
export function keepOnly(of: Table, rows: Sql, catalog: Catalog): Sql {
  const own = ownTables(of, catalog);
  return own ? truncated(of, own, rows) : sql`delete from ${table(of)} where id not in (${rows})`;
}

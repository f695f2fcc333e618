import { column, join, name, sql, table } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Table } from "../../types.ts";
import type { StepOf } from "./step.ts";

/** References are stored as they are: a trigger would refuse one to a record that is gone. */
function truncated(of: Table, own: readonly Table[], ids: Sql): Sql {
  const parts = own.map((part, at) => ({ part, kept: name(`_kept${at + 1}`) }));
  const [row, all] = [name("_row"), join([of, ...own].map(table))];
  const declared = parts.map(({ part, kept }) => sql` ${kept} ${table(part)}[];`);
  const read = parts.map(({ part, kept }) => {
    const source = column("_row", "source_id");
    return sql`${kept} := array(select ${row} from ${table(part)} ${row} where ${source} in (select id from unnest(_kept)));`;
  });
  const written = parts.map(({ part, kept }) => sql`insert into ${table(part)} select * from unnest(${kept});`);
  return sql`do ${sql`$$`} declare _kept ${table(of)}[];${declared.reduce((text, item) => sql`${text}${item}`, sql``)}
begin
_kept := array(select ${row} from ${table(of)} ${row} where id in (${ids}));
${join(read, "\n")}
truncate ${all};
perform set_config('cms.references', 'later', true);
insert into ${table(of)} select * from unnest(_kept);
perform set_config('cms.references', '', true);
${join(written, "\n")}
end ${sql`$$`}`;
}

/** The SQL that removes all rows of a table but a few. If it can be truncated, the time does not depend on the number of rows. */
export function keepRows({ table: of, own, ids }: StepOf<"keepRows">): Sql {
  return own ? truncated(of, own, ids) : sql`delete from ${table(of)} where id not in (${ids})`;
}

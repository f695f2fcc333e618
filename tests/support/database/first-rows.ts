import pg from "pg";

/** The rows of a database at one moment, stored in the database itself. */
export interface FirstRows {
  /** Empties every table and restores its rows; sequences continue, so ids are not reused. */
  restore(): Promise<void>;
  /** The number of unfinished jobs, without those that are planned for later: they end with the rows. */
  openJobs(): Promise<number>;
  close(): Promise<void>;
}

const TABLES = "select schemaname as place, tablename as name from pg_tables where schemaname in ('cms', 'content')";

const SAVE = `do $$ declare one record; begin
  create schema first_rows;
  for one in ${TABLES} loop
    execute format('create table first_rows.%I as table %I.%I', one.place || '.' || one.name, one.place, one.name);
  end loop;
end $$`;

const RESTORE = `do $$ declare one record; begin
  set local lock_timeout = '60s';
  set local session_replication_role = replica;
  execute (select 'truncate ' || string_agg(format('%I.%I', place, name), ', ') from (${TABLES}) as tables);
  for one in
    select place, name, string_agg(quote_ident(column_name), ', ') as columns
    from (${TABLES}) as tables join information_schema.columns on table_schema = place and table_name = name
    where is_generated = 'NEVER' group by place, name
  loop
    execute format('insert into %1$I.%2$I (%3$s) overriding system value select %3$s from first_rows.%4$I',
      one.place, one.name, one.columns, one.place || '.' || one.name);
  end loop;
end $$`;

/** Copies all rows of the product's tables to the schema `first_rows`. */
export async function saveFirstRows(databaseUrl: string): Promise<FirstRows> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => undefined); // the server may end before this process
  await client.connect();
  await client.query(SAVE);
  return {
    restore: async () => void (await client.query(RESTORE)),
    openJobs: async () =>
      (await client.query("select count(*)::integer as count from cms.outbox where failed_at is null and run_at <= now()")).rows[0].count,
    close: () => client.end(),
  };
}

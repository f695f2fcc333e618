/**
 * Statements of one session that drop the GIN indexes of all configured entities: building them after many rows were inserted takes a
 * tenth of the time of maintaining them for each row.
 */
export const DROP_GIN_INDEXES: readonly string[] = [
  `create temporary table taken as select indexname, indexdef, array(
     select attnum from pg_attribute a where a.attrelid = format('content.%I', indexname)::regclass and attstattarget = 0) as uncounted
   from pg_indexes where schemaname = 'content' and indexdef like '% USING gin %'`,
  `do $$ declare one record; begin for one in select * from taken loop execute format('drop index content.%I', one.indexname); end loop; end $$`,
];

/** Statements that create the dropped indexes again, without statistics if they had none. */
export const MAKE_GIN_INDEXES: readonly string[] = [
  "set maintenance_work_mem = '256MB'",
  `do $$ declare one record; number int; begin for one in select * from taken loop
     execute one.indexdef;
     foreach number in array one.uncounted loop
       execute format('alter index content.%I alter column %s set statistics 0', one.indexname, number);
     end loop;
   end loop; end $$`,
];

import { sql, textOf } from "../../sql/sql.ts";

/** The clause of every SQL function: what its body calls by a plain name is PostgreSQL's own, whatever the caller has created. */
export const pinned = sql`set search_path = pg_catalog, pg_temp`;
/**
 * The same as text. Functions that the planner inlines can't have it; their bodies are `begin atomic`, whose names PostgreSQL looks up only
 * once, when the function is created.
 */
export const PINNED = textOf(pinned);

-- What a function calls by a plain name is PostgreSQL's own, whatever its caller has created. `is_removing` names nothing, and the planner
-- puts its body in its place, which it can't do with a setting.
DO $$
DECLARE
    one regprocedure;
BEGIN
    FOR one IN
        SELECT p.oid FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname IN ('cms', 'content') AND p.prokind = 'f' AND p.prosqlbody IS NULL AND p.proname <> 'is_removing'
    LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, pg_temp', one);
    END LOOP;
END
$$;

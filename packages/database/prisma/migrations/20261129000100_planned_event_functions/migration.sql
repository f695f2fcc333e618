-- In PL/pgSQL, which keeps the plans of a session: PostgreSQL plans a function in SQL that it can't inline at each call.

-- The values of some columns of a row; null without a row or without columns.
CREATE OR REPLACE FUNCTION "cms"."filter_columns"(of_row jsonb, columns text[]) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF of_row IS NULL OR cardinality(columns) = 0 THEN
        RETURN NULL;
    END IF;
    RETURN (SELECT jsonb_object_agg(c, of_row -> c) FROM unnest(columns) c);
END
$$;

-- The stored row of a record, as far as row filters need it, with a draft applied to it.
CREATE OR REPLACE FUNCTION "cms"."drafted_row"(of_source jsonb, stored jsonb, draft jsonb) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF stored IS NULL THEN
        RETURN NULL;
    END IF;
    RETURN stored || coalesce((SELECT jsonb_object_agg(c."key", draft -> c."value")
        FROM jsonb_each_text(of_source -> 'columns') c WHERE draft ? c."value"), '{}');
END
$$;

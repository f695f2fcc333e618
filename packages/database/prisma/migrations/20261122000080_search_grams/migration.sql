-- What is searched for texts too short for trigrams. Indexes hold it: a change needs other names, or the indexes made anew.

-- Each two characters that follow one another in these texts, and the first and the last alone, without case and accents. U+0001
-- separates them, so in a text it is taken for U+0002. Texts whose pairs might not fit have the one lexeme `long` instead.
CREATE FUNCTION "cms"."search_grams"(texts text[]) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 2000 AS $$
DECLARE
    key text := translate(cms.search_key(array_to_string(texts, chr(10))), chr(1), chr(2));
BEGIN
    IF octet_length(key) > 500000 THEN
        RETURN array_to_tsvector(ARRAY['long']);
    END IF;
    RETURN array_to_tsvector(string_to_array(regexp_replace(key, '(.)', '\1' || chr(1) || '\1', 'g'), chr(1)));
END
$$;

-- Matches the grams of every text that holds this one, and of some that hold its pairs at several places.
CREATE FUNCTION "cms"."search_grams_query"(value text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 2000 AS $$
DECLARE
    key text := translate(cms.search_key(value), chr(1), chr(2));
    grams text := (
        SELECT string_agg('''' || replace(replace(substr(key, at, 2), '\', '\\'), '''', '''''') || '''', ' & ')
        FROM generate_series(1, greatest(1, length(key) - 1)) at
    );
BEGIN
    RETURN (grams || CASE WHEN length(key) = 1 THEN ':*' ELSE '' END)::tsquery || 'long'::tsquery;
END
$$;

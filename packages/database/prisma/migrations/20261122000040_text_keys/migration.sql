-- How texts are compared without case, and how they are searched. Indexes hold these keys: a change of one needs other names, or the indexes made anew.

-- Without case: ß is SS, σ is ς, in every database alike.
CREATE FUNCTION "cms"."case_key"(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 50 AS $$
BEGIN
    RETURN upper(value COLLATE "und-x-icu");
END
$$;

-- Without case and accents: U+0300 to U+036F go after Latin and Greek letters, and letters with a stroke lose it.
-- Where no other letter has one of them, the frequent ones are taken away by name, which is several times faster.
CREATE FUNCTION "cms"."search_key"(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 500 AS $$
DECLARE
    key text := upper(value COLLATE "und-x-icu");
    mark text;
BEGIN
    IF octet_length(key) = length(key) THEN
        RETURN key;
    END IF;
    key := normalize(key, NFD) COLLATE "C";
    IF key ~ '(^|[^A-Z\u00c0-\u024f\u0250-\u02af\u0370-\u03ff\u1e00-\u1fff\u2c60-\u2c7f\ua720-\ua7ff\u0300-\u036f])[\u0300-\u036f]' THEN
        key := regexp_replace(key, '([A-Z\u00c0-\u024f\u0250-\u02af\u0370-\u03ff\u1e00-\u1fff\u2c60-\u2c7f\ua720-\ua7ff])[\u0300-\u036f]+', '\1', 'g');
    ELSE
        FOREACH mark IN ARRAY ARRAY[U&'\0308', U&'\0301', U&'\0300', U&'\0302', U&'\0303', U&'\030c', U&'\0327', U&'\0328', U&'\030a', U&'\0307'] LOOP
            key := replace(key, mark, '');
        END LOOP;
        IF key ~ '[\u0300-\u036f]' THEN
            key := regexp_replace(key, '[\u0300-\u036f]+', '', 'g');
        END IF;
    END IF;
    key := replace(replace(replace(key, 'Ł', 'L'), 'Ø', 'O'), 'Đ', 'D');
    RETURN CASE WHEN octet_length(key) = length(key) THEN key ELSE normalize(key, NFC) END;
END
$$;

-- Assets are sorted by their names, users by their addresses.
CREATE INDEX "users_email_sorted" ON "cms"."users"("email" COLLATE "und-x-icu", "id");
CREATE INDEX "images_filename_sorted" ON "cms"."images"("filename" COLLATE "und-x-icu", "id");
CREATE INDEX "videos_filename_sorted" ON "cms"."videos"("filename" COLLATE "und-x-icu", "id");
CREATE INDEX "files_filename_sorted" ON "cms"."files"("filename" COLLATE "und-x-icu", "id");

-- What was done once to the stored texts: `normalized`, and the version of the collation that indexes were made with.
CREATE TABLE "cms"."text_state" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "text_state_pkey" PRIMARY KEY ("name")
);

-- A reference to a translatable record means its translation group. While a record is removed in the background, references to
-- it move to the translation `sibling`.
ALTER TABLE "cms"."removals" ADD COLUMN "sibling" UUID;
CREATE INDEX "removals_sibling_idx" ON "cms"."removals"("sibling") WHERE "sibling" IS NOT NULL;
CREATE INDEX "trash_translation_group_idx" ON "cms"."trash"("translation_group");

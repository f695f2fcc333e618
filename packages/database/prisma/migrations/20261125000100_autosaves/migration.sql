-- Automatic saves of one editor, within a time, are one version.
ALTER TABLE "cms"."versions" ADD COLUMN "autosave_session" TEXT, ADD COLUMN "autosave_since" TIMESTAMPTZ(3);

-- What a user's own interfaces keep: saved views and the like.
CREATE TABLE "cms"."user_settings" (
    "user_id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "settings" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_settings_pkey" PRIMARY KEY ("user_id")
);

ALTER TABLE "cms"."user_settings" ADD CONSTRAINT "user_settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "cms"."users"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

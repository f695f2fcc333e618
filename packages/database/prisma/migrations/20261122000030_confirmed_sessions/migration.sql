-- Until now a session's token followed from CMS_SECRET and its id. Tokens are random from here on, so everybody signs in again.
DELETE FROM "cms"."sessions";

-- When the session's user last showed that they read the mails of their address.
ALTER TABLE "cms"."sessions" ADD COLUMN "confirmed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Where a request for a code comes from, what its code is for, and which limit its mail counts towards.
ALTER TABLE "cms"."login_requests"
    ADD COLUMN "purpose" TEXT NOT NULL DEFAULT 'sign-in',
    ADD COLUMN "user_id" UUID,
    ADD COLUMN "network" TEXT,
    ADD COLUMN "device_hash" TEXT,
    ADD COLUMN "budget" TEXT;

UPDATE "cms"."login_requests" SET "budget" = 'address' WHERE "code_hmac" IS NOT NULL;

CREATE INDEX "login_requests_user_id_created_at_idx" ON "cms"."login_requests"("user_id", "created_at");

-- Networks and devices that a user has signed in from.
CREATE TABLE "cms"."user_origins" (
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_origins_pkey" PRIMARY KEY ("user_id","kind","value")
);

CREATE INDEX "user_origins_kind_value_idx" ON "cms"."user_origins"("kind", "value");
CREATE INDEX "user_origins_last_used_at_idx" ON "cms"."user_origins"("last_used_at");

ALTER TABLE "cms"."login_requests" ADD CONSTRAINT "login_requests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "cms"."users"("id") ON DELETE CASCADE ON UPDATE RESTRICT;
ALTER TABLE "cms"."user_origins" ADD CONSTRAINT "user_origins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "cms"."users"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- When a derivative was last served, give or take: the least recently served one makes room for a new one.
ALTER TABLE "cms"."derivatives" ADD COLUMN "served_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Processes that write while they can't tell gateways so: while there is one, no gateway uses a kept answer.
CREATE TABLE "cms"."answer_suspensions" (
    "holder" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "answer_suspensions_pkey" PRIMARY KEY ("holder")
);

-- Records show the names of API keys that created them.
CREATE TRIGGER "touch" AFTER INSERT OR DELETE OR UPDATE OF "name" ON "cms"."api_keys" FOR EACH STATEMENT EXECUTE FUNCTION "cms"."touch"('_api-keys');

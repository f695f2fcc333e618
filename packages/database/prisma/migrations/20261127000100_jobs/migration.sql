-- A job of the configuration, and its next tick. With another schedule its ticks begin anew.
CREATE TABLE "cms"."jobs" (
    "name" TEXT NOT NULL,
    "schedule" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "jobs_pkey" PRIMARY KEY ("name")
);

-- What became of one tick of a job: `running`, `done`, `failed`, `timeout` or `interrupted`. Whoever inserts the row has the tick.
CREATE TABLE "cms"."job_runs" (
    "id" UUID NOT NULL,
    "job" TEXT NOT NULL,
    "tick" TIMESTAMPTZ(3) NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL DEFAULT 'running',
    "error" TEXT,
    CONSTRAINT "job_runs_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "job_runs_job_tick_key" ON "cms"."job_runs"("job", "tick");

-- The jobs of which configuration run, in one row, and when a process with that configuration was last there.
CREATE TABLE "cms"."job_list" (
    "number" INTEGER NOT NULL DEFAULT 1,
    "hash" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "job_list_pkey" PRIMARY KEY ("number")
);

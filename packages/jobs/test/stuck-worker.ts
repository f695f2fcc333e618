/** Run as a process: takes one job, prints a message, and never ends it. */
import { createDatabase } from "@colophon/database";
import { createWorker } from "../src/index.ts";
import { jobNamed } from "./support.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";

const { DATABASE_URL = "", REDIS_URL = "", QUEUE = "" } = process.env;
const log = { info() {}, warn() {}, error() {} };

createWorker({
  job: { ...jobNamed(QUEUE), run },
  database: createDatabase({ url: DATABASE_URL, ...TEST_LIMITS }),
  redisUrl: REDIS_URL,
  log,
});

async function run(): Promise<void> {
  process.stdout.write("begun\n");
  await new Promise(() => undefined);
}

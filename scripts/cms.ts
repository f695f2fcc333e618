import { resolve } from "node:path";
import { Refusal, runProcess } from "@colophon/cli";
import { ENV } from "@colophon/config";
import { findRunning } from "./stack/running.ts";
import { loadDotEnv, ROOT } from "./stack/settings.ts";
import { StartError } from "./stack/start-error.ts";

/** `npm run cms`: the command line, on the stack of this data folder or on the database, Redis and storage that the variables name. */
loadDotEnv();
for (const name of ["CMS_CONFIG", "CMS_DATA_DIR"] as const) process.env[name] = resolve(ROOT, process.env[name] || ENV[name].default);
await runProcess({
  findStack: () =>
    findRunning(process.env).catch((error: unknown) => {
      throw error instanceof StartError ? new Refusal(`${error.message} Or set DATABASE_URL.`, { cause: error }) : error;
    }),
});

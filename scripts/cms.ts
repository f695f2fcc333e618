import { runProcess } from "colophon/cli/run-process.ts";
import { besideStack } from "colophon/stack/find-running.ts";

/** `npm run cms`: the command line, on the running stack of this data folder, or on the configured database, Redis and storage. */
await runProcess(besideStack());

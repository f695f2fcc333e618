import { runProcess } from "@colophon/cli";
import { besideStack } from "./stack/beside.ts";

/** `npm run cms`: the command line, on the stack of this data folder or on the database, Redis and storage that the variables name. */
await runProcess(besideStack());

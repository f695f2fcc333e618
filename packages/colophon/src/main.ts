/** `colophon`: everything that a project runs. */
import { runProcess } from "@colophon/cli";
import { besideStack } from "@colophon/scripts/stack/beside.ts";
import { addCommands } from "./commands.ts";

await runProcess({ ...besideStack(), name: "colophon", addCommands });

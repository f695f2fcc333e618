/** The command `colophon`, with all its subcommands. */
import { runProcess } from "@colophon/cli";
import { besideStack } from "@colophon/scripts/stack/beside.ts";
import { addCommands } from "./commands.ts";

await runProcess({ ...besideStack(), name: "colophon", addCommands });

import { join } from "node:path";
import { print, readConfig, STATUS, type CommandContext, type Ending } from "@colophon/cli";
import { programFile } from "@colophon/runtime";
import { develop } from "@colophon/scripts/dev/develop.ts";
import { serve } from "@colophon/scripts/stack/serve.ts";
import { PROJECT, readSettings } from "@colophon/scripts/stack/settings.ts";
import type { Command } from "commander";
import { examine } from "./doctor/doctor.ts";
import { typesOf } from "./types.ts";

/** The commands for those who make a site, beside those for the people who run it. */
export function addCommands(program: Command, context: CommandContext, ending: Ending): void {
  const bornMs = Date.now();
  program
    .command("start")
    .description("run the whole product, with PostgreSQL and Redis where no variable names others, until Ctrl-C")
    .action(() => serve(bornMs));
  program
    .command("dev")
    .description("start, and restart after a change of the configuration, an imported file or a mail template")
    .action(() => startAnew(context));
  program
    .command("types")
    .description("print the configuration as a TypeScript type, for createClient<Site>() in another project")
    .action(
      ending(async () => {
        const { config } = await readConfig(context);
        print(context.terminal, typesOf(config));
        return STATUS.done;
      }),
    );
  program
    .command("doctor")
    .description("look at what a start needs: Node, configuration, stores, port, mail. Status 1 when something is missing")
    .action(ending(() => examine(context)));
}

async function startAnew({ variables, terminal }: CommandContext): Promise<void> {
  await develop({
    program: [programFile(import.meta, "main"), "start"],
    configFile: readSettings(variables).configFile,
    folders: [join(PROJECT, "mail")],
    say: (file) => print(terminal, `\n${file} changed: restarting`),
  });
}

import { join } from "node:path";
import type { Config } from "@colophon/config";
import { STATUS } from "./cli/failures.ts";
import { readConfig, type CommandContext, type Ending } from "./cli/site.ts";
import { print } from "./cli/terminal.ts";
import { programFile } from "@colophon/runtime/program-files";
import type { Command } from "commander";
import { develop } from "./dev/develop.ts";
import { readSettings } from "./stack/read-settings.ts";
import { PROJECT } from "./stack/settings.ts";
import { showChanges } from "./changes/changes.ts";
import { examine } from "./doctor.ts";
import { build } from "./page/build.ts";
import { serveOwnPage } from "./page/own-page.ts";
import { start } from "./start.ts";
import { upgrade, type UpgradeOptions } from "./upgrade/upgrade.ts";
import { runProcess } from "./cli/run-process.ts";
import { besideStack } from "./stack/find-running.ts";

/** The commands for developers of a site, in addition to those for its operators. */
export function addCommands(program: Command, context: CommandContext, ending: Ending): void {
  program
    .command("start")
    .description("run the whole product, with its own PostgreSQL and Redis unless variables configure others, until Ctrl-C")
    .action(start);
  program
    .command("dev")
    .description("start, and apply each change of the configuration, an imported file or a mail template that is not wrong")
    .action(() => startAnew(context));
  program
    .command("build")
    .description("check the configuration, and build the admin page with the parts in admin/, into .colophon, for an image")
    .action(ending(() => build(context)));
  program
    .command("types")
    .description("print the configuration as a TypeScript type, for `createClient<Site>()` in another project")
    .option("--hooks", "with this module in the project, `db` in hooks, custom routes and jobs knows the entities")
    .action(
      ending(async ({ hooks = false }: { hooks?: boolean }) => {
        const { config } = await readConfig(context);
        print(context.terminal, typesOf(config) + (hooks ? REGISTERED : ""));
        return STATUS.done;
      }),
    );
  program
    .command("doctor")
    .description("check what a start needs: Node, configuration, stores, port, mail. Each is tried. Status 1 if something is missing")
    .option("--mail <address>", "also send a mail to this address")
    .action(ending(({ mail }: { mail?: string }) => examine({ ...context, mailTo: mail })));
  program
    .command("upgrade")
    .description(
      "print what a newer version changes for this project, then install it with the project's package manager. Status 2 if the project needs a correction first or a change would lose data",
    )
    .option("--check", "print the changes only")
    .option("--to <version>", "a version, a tag, or the path of a packed colophon", "latest")
    .option("--force", "install it despite problems and changes that lose data")
    .action(ending((options: UpgradeOptions) => upgrade(context, options)));
  program
    .command("changes")
    .description("print what this version changes for a project that used an earlier one; `upgrade` runs this command of the newer version")
    .requiredOption("--since <version>", "the earlier one")
    .action(ending((options: { since: string }) => showChanges(context, options)));
}

async function startAnew({ variables, terminal }: CommandContext): Promise<void> {
  serveOwnPage(variables);
  await develop({
    program: [programFile(import.meta, "main"), "start"],
    renews: true,
    configFile: readSettings(variables).configFile,
    folders: [join(PROJECT, "mail")],
    reportChange: (file) => print(terminal, `\n${file} changed: restarting`),
    reportProblem: (problem) => print(terminal, `\n${problem}\nThe site goes on with the old configuration.`),
  });
}

/** The module with the type of the configuration's entities, fields and routes. JSON is a valid type literal, and has no functions. */
function typesOf({ entities, customRoutes }: Pick<Config, "entities" | "customRoutes">): string {
  const shape = { entities: entities.map(({ hooks: _hooks, admin: _admin, ...entity }) => entity), customRoutes };
  return `/** Made by \`colophon types\`: createClient<Site>({ url }). */\nexport type Site = ${JSON.stringify(shape, null, 2)};`;
}

const REGISTERED = `

import type { SiteHandle } from "colophon/config";

declare module "colophon/config" {
  interface Register {
    readonly db: SiteHandle<Site>;
  }
}`;

/** Runs the command that the arguments of this process name. */
export function runCommandLine(): Promise<void> {
  return runProcess({ ...besideStack(), name: "colophon", addCommands });
}

import { checkConfig } from "../cli/config-command.ts";
import { Refusal, STATUS } from "../cli/failures.ts";
import type { CommandContext } from "../cli/site.ts";
import { print, printMessage } from "../cli/terminal.ts";
import { commandLine, packageManagerOf } from "../package-manager.ts";
import { PROJECT } from "../stack/settings.ts";
import { buildOwnPage, hasOwnPage, neededSources } from "./own-page.ts";

const WORDS = {
  built: "The admin page is built with the parts in admin/: .colophon/page.",
  fresh: "The admin page is built already with these parts: .colophon/page.",
  none: "admin/ has no index.ts: the admin page is that of the package.",
} as const;

/** `colophon build`: builds what an image contains. @throws ConfigError or Refusal */
export async function build(context: CommandContext): Promise<number> {
  await checkConfig(context);
  const outcome = buildOwnPage(context.variables);
  if (outcome === "left") throw new Refusal(`admin/ has parts of your own. ${await hintToInstall()}`);
  print(context.terminal, WORDS[outcome]);
  return STATUS.done;
}

/** Builds the admin page before a start. If that fails, the previous build is served, or the package's page without custom parts. */
export async function preparePage({ variables, terminal }: Pick<CommandContext, "variables" | "terminal">): Promise<void> {
  const outcome = buildOwnPage(variables);
  if (outcome === "left" && !hasOwnPage(variables))
    printMessage(terminal, `The admin page is shown without the parts in admin/. ${await hintToInstall()}`);
}

async function hintToInstall(): Promise<string> {
  const manager = await packageManagerOf(PROJECT);
  return `Install the package that builds them: ${commandLine(manager, "add", ["-D", neededSources()])}`;
}

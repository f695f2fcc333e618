import { checkConfig } from "../cli/config-command.ts";
import { sentenceOf, STATUS } from "../cli/failures.ts";
import { showPlan } from "../cli/schema-commands.ts";
import { readConfig, type CommandContext } from "../cli/site.ts";
import { print } from "../cli/terminal.ts";
import { ConfigError } from "@colophon/config";
import { breakingSince } from "./breaking.ts";

const HEADINGS = { api: "API", configuration: "Configuration", operation: "Operation" } as const;

/**
 * `colophon changes --since`: what this version changes for a project that has run an earlier one. `colophon upgrade` runs this command of
 * the version that it would install, with the project's folder, variables and database; it is the interface between two versions.
 * Status 2 if the project needs a correction or a change would lose data.
 */
export async function showChanges(context: CommandContext, { since }: { readonly since: string }): Promise<number> {
  print(context.terminal, "\nConfiguration");
  const config = await configOf(context);
  let status: number = config === null ? STATUS.lacking : STATUS.done;
  print(context.terminal, "\nTables");
  if (config === null) print(context.terminal, "Not checked: correct the configuration first.");
  else if (await hasDatabase(context)) status = Math.max(status, await showPlan(context, {}));
  else print(context.terminal, "Not checked: this project has no database here. Set DATABASE_URL to the database of the site.");
  printBreaking(context, since, config);
  return status;
}

/** The configuration; null if it is invalid, after all problems were printed. */
async function configOf(context: CommandContext): Promise<object | null> {
  try {
    await checkConfig(context);
    return (await readConfig(context)).config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    print(context.terminal, sentenceOf(error) ?? error.message);
    return null;
  }
}

async function hasDatabase({ variables, findStack }: CommandContext): Promise<boolean> {
  if (variables["DATABASE_URL"]) return true;
  if (!findStack) return false;
  return findStack().then(
    () => true,
    () => false,
  );
}

function printBreaking({ terminal }: CommandContext, since: string, config: object | null): void {
  const met = breakingSince(since, config);
  if (met.length === 0) print(terminal, "\nThere are no other breaking changes.");
  for (const [about, heading] of Object.entries(HEADINGS)) {
    const ofIt = met.filter((change) => change.about === about);
    if (ofIt.length > 0) print(terminal, `\n${heading}: what differs from ${since}`);
    for (const { change, action } of ofIt) print(terminal, `- ${change}\n  ${action}`);
  }
}

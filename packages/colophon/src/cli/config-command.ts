import { searchWarnings } from "@colophon/engine";
import { STATUS } from "./failures.ts";
import { readConfig, type CommandContext } from "./site.ts";
import { print, printMessage } from "./terminal.ts";

/** `cms config check`: reads and checks the configuration, and prints a one-line summary. @throws ConfigError with every problem */
export async function checkConfig(context: CommandContext): Promise<number> {
  const { file, config, schema } = await readConfig(context);
  for (const warning of searchWarnings(schema)) printMessage(context.terminal, `Warning: ${warning}.`);
  const globals = config.entities.filter(({ global }) => global === true).length;
  const parts = [
    amount(config.entities.length - globals, "entity", "entities"),
    amount(globals, "global", "globals"),
    amount(config.roles.length, "role", "roles"),
    amount(config.customRoutes.length, "custom route", "custom routes"),
  ];
  const locales = `${config.locales.length === 1 ? "locale" : "locales"} ${config.locales.join(", ")}`;
  print(context.terminal, `${file} is fine: ${parts.join(", ")}; ${locales}; ${config.storage.adapter} storage.`);
  return STATUS.done;
}

function amount(count: number, text: string, many: string): string {
  return `${count} ${count === 1 ? text : many}`;
}

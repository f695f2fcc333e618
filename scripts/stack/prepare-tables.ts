import { addressOf, mayCreateRolesAt, serviceUrls } from "@colophon/database";
import type { ServiceRole } from "@colophon/database";
import { programFile } from "@colophon/runtime";
import { keptSecret } from "./secrets.ts";
import type { Output } from "./output.ts";
import { environmentOf } from "./services.ts";
import { PROJECT } from "./settings.ts";
import { runOnce } from "./processes/spawn-program.ts";
import { StartError } from "./start-error.ts";

/** The input of the migration. */
export interface TablesOptions {
  readonly databaseUrl: string;
  readonly dataFolder: string;
  /** The variables of all processes. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  /** Cancels it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Updates the tables for this release and this configuration, before anything serves.
 * @returns the database URL for a service, with its own role if the given user may create roles.
 * @throws StartError with the message of the migration.
 */
export async function prepareTables({
  databaseUrl,
  dataFolder,
  variables,
  output,
  signal,
}: TablesOptions): Promise<(role: ServiceRole) => string> {
  const separate = await mayCreateRolesAt(databaseUrl).catch(() => {
    output.say(`Waiting for PostgreSQL at ${addressOf(databaseUrl)}. Check DATABASE_URL, and check that the server is running.`);
    return false;
  });
  const key = separate ? keptSecret(dataFolder, "database-roles-key") : undefined;
  const env = { ...environmentOf("content", variables), ...(key !== undefined && { DATABASE_ROLES_KEY: key }) };
  const entry = programFile(import.meta, "../../services/content/src/migrate");
  try {
    const program = { name: "migrate", command: process.execPath, args: [entry], env, folder: PROJECT };
    await runOnce(program, { onLogLine: (line) => output.line("migrate", line), signal });
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
  if (key === undefined) {
    output.say(
      "The user in DATABASE_URL may not create roles. All services share this user, so an attacker who controls one service can change all data.",
    );
    return () => databaseUrl;
  }
  const urls = serviceUrls(databaseUrl, key);
  return (role) => urls[role];
}

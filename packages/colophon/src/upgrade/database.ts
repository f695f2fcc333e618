import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CommandContext } from "../cli/site.ts";
import { createProcessGroup } from "../stack/processes/process-group.ts";
import { claimDataFolder } from "../stack/data-folder.ts";
import { createOutput } from "../stack/output.ts";
import { preparePostgres } from "../stack/postgres/postgres.ts";
import { findRunning } from "../stack/find-running.ts";
import { readSettings } from "../stack/read-settings.ts";

type Work<T> = (databaseUrl: string | null) => Promise<T>;

/** Runs `work` with the site's database: the configured one, the running one, or the one in the data folder, which is started for it; null if there is none. */
export async function withDatabase<T>({ variables, signal }: CommandContext, work: Work<T>): Promise<T> {
  const { databaseUrl, dataFolder } = readSettings(variables);
  if (databaseUrl !== undefined) return work(databaseUrl);
  const running = await findRunning(variables).catch(() => null);
  if (running !== null) return work(running.databaseUrl);
  if (!existsSync(join(dataFolder, "postgres/PG_VERSION"))) return work(null);
  return withResting(dataFolder, signal, work);
}

async function withResting<T>(dataFolder: string, signal: AbortSignal, work: Work<T>): Promise<T> {
  const folder = await claimDataFolder(dataFolder);
  const group = createProcessGroup(
    createOutput(() => undefined),
    signal,
  );
  try {
    const program = await preparePostgres(folder.path);
    await group.run(program, 1);
    return await work(program.url);
  } finally {
    await group.stop();
    folder.release();
  }
}

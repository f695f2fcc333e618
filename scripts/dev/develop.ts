import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { RENEW } from "../stack/renew.ts";
import { configFiles } from "./config-imports.ts";
import { watchFiles } from "./watch-files.ts";

const QUIET_MS = 200;

export interface Development {
  /** The program to run: a script and its arguments. It is stopped by SIGTERM and restarted. */
  readonly program: readonly string[];
  /** Whether the program applies a changed configuration itself, when it gets the message `RENEW`. */
  readonly renews?: boolean;
  readonly configFile: string;
  /** The folders of the product. */
  readonly folders: readonly string[];
  readonly say: (file: string) => void;
  /** A changed configuration is wrong: the program goes on with the old one. */
  readonly complain: (problem: string) => void;
}

/**
 * Runs the program, and restarts it after a change of the code, the configuration or an imported file, even if it has ended. A wrong
 * configuration doesn't replace one that runs.
 */
export async function develop({ program, renews = false, configFile, folders, say, complain }: Development): Promise<void> {
  let pause: NodeJS.Timeout | undefined;
  let stopping = false;
  let busy = false;
  let late: string | null = null;
  let known: readonly string[] = [configFile];

  const watcher = watchFiles({
    folders,
    isMeant: (file) => /\.(?:ts|eta|sql|prisma)$/.test(file) && !file.includes("/test/"),
    onChange(file) {
      clearTimeout(pause);
      pause = setTimeout(() => void follow(file), QUIET_MS);
    },
  });
  const readConfig = async () => {
    const { files, problem } = await configFiles(configFile);
    known = files;
    if (!stopping) watcher.add(files);
    return { files, problem };
  };
  const followConfig = async (sinceMs: number) => {
    const { files } = await readConfig();
    await sleep(QUIET_MS); // until the watchers are ready
    const changed = files.find((file) => changedAt(file) > sinceMs); // the program may have read an older version
    if (changed !== undefined && !stopping) await follow(changed);
  };
  const run = () => {
    void followConfig(Date.now());
    return spawn(process.execPath, [...program], { stdio: ["inherit", "inherit", "inherit", "ipc"], detached: true });
  };
  const follow = async (file: string): Promise<void> => {
    if (busy) return void (late = file);
    busy = true;
    await apply(file);
    busy = false;
    const next = late;
    late = null;
    if (next !== null && !stopping) await follow(next);
  };
  const apply = async (file: string) => {
    const isConfiguration = known.includes(file);
    const { problem } = await readConfig();
    if (stopping) return;
    if (problem !== null && isRunning(child)) return complain(problem);
    say(file);
    if (renews && isRunning(child) && (isConfiguration || file.endsWith(".eta"))) return void child.send(RENEW);
    await ended(child);
    if (!stopping) child = run();
  };

  watcher.add([configFile]);
  let child = run();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      stopping = true;
      void Promise.all([ended(child), watcher.close()]).then(() => process.exit());
    });
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isRunning(child: ReturnType<typeof spawn>): boolean {
  return child.exitCode === null && child.signalCode === null && child.connected;
}

function ended(child: ReturnType<typeof spawn>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { configFiles } from "./config-imports.ts";
import { watchFiles } from "./watch-files.ts";

const QUIET_MS = 200;

export interface Development {
  /** The program to run: a script and its arguments. It is stopped by SIGTERM and restarted. */
  readonly program: readonly string[];
  readonly configFile: string;
  /** The folders of the product. */
  readonly folders: readonly string[];
  readonly say: (file: string) => void;
}

/** Runs the program, and restarts it after a change of the code, the configuration or an imported file, even if it has ended. */
export async function develop({ program, configFile, folders, say }: Development): Promise<void> {
  let pause: NodeJS.Timeout | undefined;
  let stopping = false;
  let restarting = false;

  const watcher = watchFiles({
    folders,
    isMeant: (file) => /\.(?:ts|eta|sql|prisma)$/.test(file) && !file.includes("/test/"),
    onChange(file) {
      clearTimeout(pause);
      pause = setTimeout(() => void restart(file), QUIET_MS);
    },
  });
  const followConfig = async (sinceMs: number) => {
    const files = await configFiles(configFile);
    watcher.add(files);
    await sleep(QUIET_MS); // until the watchers are ready
    const late = files.find((file) => changedAt(file) > sinceMs); // the program may have read an older version
    if (late !== undefined && !stopping) await restart(late);
  };
  const run = () => {
    void followConfig(Date.now());
    return spawn(process.execPath, [...program], { stdio: "inherit", detached: true });
  };
  const restart = async (file: string) => {
    if (restarting) return; // the pending start reads this change too
    restarting = true;
    say(file);
    await ended(child);
    restarting = false;
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

function ended(child: ReturnType<typeof spawn>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

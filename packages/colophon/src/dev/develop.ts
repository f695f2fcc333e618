import { execFile, spawn, type ChildProcess } from "node:child_process";
import { statSync } from "node:fs";
import { promisify } from "node:util";
import { programFile } from "@colophon/runtime/program-files";
import { APPLIES_CHANGES, EXPECT_RENEWAL, RENEW } from "../stack/running.ts";
import { createChangedFiles, watchFiles } from "./watch-files.ts";

const QUIET_MS = 100;

export interface Development {
  /** The program to run: a script and its arguments. It is stopped by SIGTERM and restarted. */
  readonly program: readonly string[];
  /**
   * Whether the program applies a changed configuration itself after it has sent the message `APPLIES_CHANGES`, when it gets `RENEW`; it gets
   * `EXPECT_RENEWAL` before.
   */
  readonly renews?: boolean;
  readonly configFile: string;
  /** The folders of the product. */
  readonly folders: readonly string[];
  /** A file has changed: the program is restarted, or renewed. */
  readonly reportChange: (file: string) => void;
  /** A changed configuration is wrong: the program goes on with the old one. */
  readonly reportProblem: (problem: string) => void;
}

/**
 * Runs the program, and restarts it after a change of the code, the configuration or an imported file, even if it has ended. A wrong
 * configuration doesn't replace one that runs.
 */
export async function develop({ program, renews = false, configFile, folders, reportChange, reportProblem }: Development): Promise<void> {
  let quietTimer: NodeJS.Timeout | undefined;
  let stopping = false;
  let isApplying = false;
  let watchedFiles: readonly string[] = [configFile];
  const changed = createChangedFiles();

  const watcher = watchFiles({
    folders,
    isRelevant: (file) => /\.(?:ts|eta|sql|prisma)$/.test(file) && !file.includes("/test/"),
    onChange(file) {
      changed.add(file);
      clearTimeout(quietTimer);
      quietTimer = setTimeout(() => void applyChanges(), QUIET_MS);
    },
  });
  /** Reads the configuration in a process of its own, and watches its files. Those that have been saved since then have changed. */
  const readConfig = async (sinceMs = Date.now()) => {
    const { files, problem } = await configFiles(configFile);
    watchedFiles = files;
    if (!stopping) await watcher.add(files);
    for (const file of files) if (changedAt(file) > sinceMs) changed.add(file);
    return { problem };
  };
  let appliesChanges = false;
  const startProgram = () => {
    void readConfig(Date.now()).then(applyChanges); // the program may have read an older version
    appliesChanges = false;
    const started = spawn(process.execPath, [...program], { stdio: ["inherit", "inherit", "inherit", "ipc"], detached: true });
    return started.on("message", (message) => (appliesChanges ||= message === APPLIES_CHANGES));
  };
  const applyChanges = async (): Promise<void> => {
    if (isApplying || stopping) return;
    isApplying = true;
    for (let files = changed.take(); files.length > 0; files = changed.take()) await apply(files);
    isApplying = false;
  };
  const apply = async (files: readonly string[]) => {
    const canRenew = renews && appliesChanges && files.every((file) => watchedFiles.includes(file) || file.endsWith(".eta"));
    if (canRenew) await send(child, EXPECT_RENEWAL);
    const { problem } = await readConfig();
    if (stopping) return;
    if (problem !== null && isRunning(child)) return reportProblem(problem);
    reportChange(files[0] ?? configFile);
    if (canRenew && (await send(child, RENEW))) return;
    await terminate(child);
    if (!stopping) child = startProgram();
  };

  void watcher.add([configFile]);
  let child = startProgram();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      stopping = true;
      void Promise.all([terminate(child), watcher.close()]).then(() => process.exit());
    });
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null && child.connected;
}

/** @returns whether the message was sent: the program may be ending */
function send(child: ChildProcess, message: string): Promise<boolean> {
  if (!isRunning(child)) return Promise.resolve(false);
  return new Promise((resolve) => child.send(message, (error) => resolve(error === null)));
}

function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

const CONFIG_IMPORTS_PROGRAM = programFile(import.meta, "config-imports.process");
const LIMIT_MS = 120_000; // a configuration may hang, and busy machines are slow

interface ConfigFiles {
  /** The configuration's file and its imports; at least the file itself. */
  readonly files: readonly string[];
  /** Why it can't be used; null if it can, or if that is not known. */
  readonly problem: string | null;
}

/** Loads a configuration in a separate process. */
async function configFiles(configFile: string): Promise<ConfigFiles> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [CONFIG_IMPORTS_PROGRAM, configFile], { timeout: LIMIT_MS });
    return JSON.parse(stdout.slice(stdout.lastIndexOf("\n{") + 1)) as ConfigFiles;
  } catch {
    return { files: [configFile], problem: null }; // it prints, hangs or exits: the start will report why
  }
}

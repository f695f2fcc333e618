import { basename, dirname } from "node:path";
import { statSync } from "node:fs";
import { watch, type ChokidarOptions, type FSWatcher } from "chokidar";

const IGNORED = /\/(?:node_modules|generated|\.git|\.data)(?:\/|$)/;

export interface WatchOptions {
  /** Folders that are watched recursively. */
  readonly folders: readonly string[];
  /** Whether a change of this file is reported. */
  readonly isRelevant: (file: string) => boolean;
  readonly onChange: (file: string) => void;
}

/** Watches folders, and single files through their folder: editors may replace a file instead of writing to it. */
export function watchFiles({ folders, isRelevant, onChange }: WatchOptions) {
  const files = new Set<string>();
  const foldersOfFiles = new Set<string>();
  const watchers: FSWatcher[] = [];
  const ready: Promise<void>[] = [];

  function start(paths: readonly string[], options: ChokidarOptions, report: (path: string) => void): void {
    if (paths.length === 0) return;
    const watcher = watch([...paths], { ...options, ignoreInitial: true }).on("all", (_event, path) => report(path));
    watcher.on("unlinkDir", (path) => foldersOfFiles.delete(path)); // it is watched again when it exists again
    watchers.push(watcher);
    ready.push(new Promise((resolve) => watcher.once("ready", resolve)));
  }
  start(folders, { ignored: (path) => IGNORED.test(path) }, (path) => {
    if (isRelevant(path)) onChange(path);
  });

  return {
    /** Also watches these files from now on. @returns when no later change is missed */
    async add(added: readonly string[]): Promise<void> {
      for (const file of added) files.add(file);
      const found = new Set(added.map(dirname).filter((folder) => basename(folder) !== "node_modules"));
      const others = [...found].filter((folder) => !foldersOfFiles.has(folder));
      for (const folder of others) foldersOfFiles.add(folder);
      start(others, { depth: 0 }, (path) => {
        if (files.has(path)) onChange(path);
      });
      await Promise.all(ready);
    },
    close: () => Promise.all(watchers.map((watcher) => watcher.close())),
  };
}

/** Collects files that were reported as changed. One save may be reported more than once: it is returned once. */
export function createChangedFiles() {
  const reported = new Set<string>();
  const taken = new Map<string, string>();
  return {
    add(file: string): void {
      reported.add(file);
    },
    /** The files that were saved since they were last returned. */
    take(): readonly string[] {
      const versions = [...reported].map((file) => [file, versionOf(file)] as const);
      reported.clear();
      const saved = versions.filter(([file, version]) => taken.get(file) !== version);
      for (const [file, version] of saved) taken.set(file, version);
      return saved.map(([file]) => file);
    },
  };
}

/** Differs after each save, also if the new file has the time of the old one. */
function versionOf(file: string): string {
  const { mtimeMs, ino, size } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return JSON.stringify([mtimeMs, ino, size]);
}

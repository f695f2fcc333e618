import { basename, dirname } from "node:path";
import { statSync } from "node:fs";
import { watch } from "chokidar";

const IGNORED = /\/(?:node_modules|generated|\.git|\.data)(?:\/|$)/;

export interface Watched {
  /** Folders that are watched recursively. */
  readonly folders: readonly string[];
  /** Whether a change of this file is reported. */
  readonly isMeant: (file: string) => boolean;
  readonly onChange: (file: string) => void;
}

/** Watches folders, and single files through their folder: editors may replace a file instead of writing to it. */
export function watchFiles({ folders, isMeant, onChange }: Watched) {
  const files = new Set<string>();
  const deep = watch([...folders], { ignored: (path) => IGNORED.test(path), ignoreInitial: true });
  const flat = watch([], { depth: 0, ignoreInitial: true });
  deep.on("all", (_event, path) => {
    if (isMeant(path)) onChange(path);
  });
  flat.on("all", (_event, path) => {
    if (files.has(path)) onChange(path);
  });

  return {
    /** Also watches these files from now on. */
    add(more: readonly string[]): void {
      for (const file of more) files.add(file);
      flat.add([...new Set(more.map(dirname))].filter((folder) => basename(folder) !== "node_modules"));
    },
    close: () => Promise.all([deep.close(), flat.close()]),
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

import { basename, dirname } from "node:path";
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

import { basename, dirname } from "node:path";
import { watch } from "chokidar";

const IGNORED = /\/(?:node_modules|generated|\.git|\.data)(?:\/|$)/;

export interface Watched {
  /** Folders that are watched as deep as they are. */
  readonly folders: readonly string[];
  /** Which files in them count. */
  readonly isMeant: (file: string) => boolean;
  readonly onChange: (file: string) => void;
}

/** Watches folders, and single files by the folder that they are in: an editor may put another file in a file's place. */
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
    /** Watches these files from now on, too. */
    add(more: readonly string[]): void {
      for (const file of more) files.add(file);
      flat.add([...new Set(more.map(dirname))].filter((folder) => basename(folder) !== "node_modules"));
    },
    close: () => Promise.all([deep.close(), flat.close()]),
  };
}

import { statSync } from "node:fs";

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
      const files = [...reported].filter((file) => taken.get(file) !== versionOf(file));
      reported.clear();
      for (const file of files) taken.set(file, versionOf(file));
      return files;
    },
  };
}

/** Differs after each save, also if the new file has the time of the old one. */
function versionOf(file: string): string {
  const { mtimeMs, ino, size } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return JSON.stringify([mtimeMs, ino, size]);
}

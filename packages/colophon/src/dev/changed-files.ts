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

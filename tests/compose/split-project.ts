import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The configuration as several files in folders, before the first start. */
export function splitProject(folder: string): void {
  mkdirSync(join(folder, "site"));
  renameSync(join(folder, "cms.config.ts"), join(folder, "site/magazine.ts"));
  writeFileSync(join(folder, "cms.config.ts"), 'export { default } from "./site/magazine.ts";\n');
}

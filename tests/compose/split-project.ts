import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Splits the configuration into several files, before the first start. */
export function splitProject(folder: string): void {
  mkdirSync(join(folder, "site"));
  renameSync(join(folder, "cms.config.ts"), join(folder, "site/magazine.ts"));
  writeFileSync(join(folder, "cms.config.ts"), 'export { default } from "./site/magazine.ts";\n');
}

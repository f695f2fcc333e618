import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadEnvFile } from "node:process";
import { ROOT } from "./settings.ts";

/** Takes in the root's `.env` where there is one; what the environment already says stays. */
export function loadDotEnv(): void {
  const file = join(ROOT, ".env");
  if (existsSync(file)) loadEnvFile(file);
}

import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { defineConfig } from "prisma/config";

/**
 * Generate, validate and format never run the schema engine, but require its binary, which can't be downloaded everywhere: any executable
 * is accepted. Never for migrate, which would report success and do nothing.
 */
const offline = ["generate", "validate", "format"].some((command) => process.argv.includes(command));
if (offline && !hasSchemaEngine()) process.env["PRISMA_SCHEMA_ENGINE_BINARY"] ??= process.execPath;

function hasSchemaEngine(): boolean {
  const fromPrisma = createRequire(createRequire(import.meta.url).resolve("prisma/package.json"));
  const folder = dirname(fromPrisma.resolve("@prisma/engines/package.json"));
  return existsSync(folder) && readdirSync(folder).some((file) => file.startsWith("schema-engine"));
}

export default defineConfig({ schema: "prisma/schema.prisma", migrations: { path: "prisma/migrations" } });

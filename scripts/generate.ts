/** Generates the Prisma client if it is missing or its sources have changed. Downloads nothing. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const database = fileURLToPath(new URL("../packages/database", import.meta.url));
const fromDatabase = createRequire(join(database, "package.json"));
const schema = join(database, "prisma/schema.prisma");
const generated = join(database, "generated");
const stamp = ".made-from";

const sources = [schema, join(database, "prisma.config.ts"), fromDatabase.resolve("@prisma/client/package.json")];
const madeFrom = sources.reduce((hash, file) => hash.update(readFileSync(file)), createHash("sha256")).digest("hex");
const stampNow = join(generated, stamp);
if (!existsSync(stampNow) || readFileSync(stampNow, "utf8") !== madeFrom) generate();

/** Generates in a temporary folder and then renames it, so that a reader never sees half-written files. */
function generate(): void {
  const draft = mkdtempSync(join(database, ".generating-"));
  try {
    const draftSchema = join(draft, "schema.prisma");
    writeFileSync(draftSchema, readFileSync(schema, "utf8").replace('"../generated"', '"./generated"'));
    runPrisma(draftSchema);
    writeFileSync(join(draft, "generated", stamp), madeFrom);
    rmSync(generated, { recursive: true, force: true });
    renameSync(join(draft, "generated"), generated);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function runPrisma(schemaFile: string): void {
  const prisma = join(dirname(fromDatabase.resolve("prisma/package.json")), "build/index.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [prisma, "generate", "--schema", schemaFile], {
    cwd: database,
    encoding: "utf8",
    env: { ...process.env, CHECKPOINT_DISABLE: "1" }, // else it requests the newest version from the network
  });
  if (status !== 0) throw new Error(`The Prisma client could not be generated:\n${stdout}${stderr}`);
}

/** Makes the Prisma client when it is missing or older than what it is made from. Downloads nothing. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const database = fileURLToPath(new URL("../packages/database", import.meta.url));
const generated = join(database, "generated");
const stamp = join(generated, ".made-from");
const sources = ["prisma/schema.prisma", "prisma.config.ts", "package.json"];

const madeFrom = sources.reduce((hash, file) => hash.update(readFileSync(join(database, file))), createHash("sha256")).digest("hex");
const fresh = existsSync(stamp) && readFileSync(stamp, "utf8") === madeFrom;
if (!fresh) generate();

function generate(): void {
  rmSync(generated, { recursive: true, force: true });
  const prisma = join(dirname(createRequire(join(database, "package.json")).resolve("prisma/package.json")), "build/index.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [prisma, "generate"], {
    cwd: database,
    encoding: "utf8",
    env: { ...process.env, CHECKPOINT_DISABLE: "1" }, // it would ask the network for a newer version
  });
  if (status !== 0) {
    console.error(`The Prisma client could not be made:\n${stdout}${stderr}`);
    process.exit(1);
  }
  writeFileSync(stamp, madeFrom);
}

/** Builds the admin page when it is missing or older than what it is made from. Downloads nothing. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "packages/admin");
const built = join(page, "dist");
/** The project's own parts of the page, beside its configuration, else those of the example: one page serves all who have none. */
const beside = join(dirname(resolve(process.env["CMS_CONFIG"] || join(root, "cms.config.ts"))), "admin");
const parts = existsSync(join(beside, "index.ts")) ? beside : join(root, "admin");
const stamp = ".made-from";
/** Smaller files gain nothing by compression. */
const MIN_BYTES = 1024;

const sources = [
  "pnpm-lock.yaml",
  "scripts/build-admin.ts",
  ...globSync(["packages/admin/{package,tsconfig}.json", "packages/admin/{index.html,vite.config.ts}"], { cwd: root }),
  ...globSync(["packages/admin/src/**/*.*", "packages/client/src/**/*.ts"], { cwd: root }).toSorted(),
  ...globSync("**/*.*", { cwd: parts, exclude: (name) => name === "node_modules" })
    .toSorted()
    .map((file) => join(parts, file)),
];
const madeFrom = sources
  .reduce((hash, file) => hash.update(file).update(readFileSync(resolve(root, file))), createHash("sha256"))
  .update(process.env["VITE_COLOPHON_URL"] ?? "")
  .digest("hex");
const stampNow = join(built, stamp);
if (!existsSync(stampNow) || readFileSync(stampNow, "utf8") !== madeFrom) build();

/** Builds in a folder beside, then puts it in its place at once: who reads it meanwhile finds the old one or the new one. */
function build(): void {
  const draft = mkdtempSync(join(page, ".building-"));
  try {
    mkdirSync(join(draft, "admin"));
    runVite(join(draft, "admin"));
    compress(draft);
    writeFileSync(join(draft, stamp), madeFrom);
    chmodSync(draft, 0o755); // whoever runs the gateway reads it
    rmSync(built, { recursive: true, force: true });
    renameSync(draft, built);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function runVite(folder: string): void {
  const vite = join(dirname(createRequire(join(page, "package.json")).resolve("vite/package.json")), "bin/vite.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: page,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production", ADMIN_BUILD_FOLDER: folder, ADMIN_PARTS_FOLDER: parts },
  });
  if (status !== 0) throw new Error(`The admin page could not be built:\n${stdout}${stderr}`);
}

/** Every text once more as brotli and as gzip, so that nothing is compressed while it is served. */
function compress(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.(?:js|css|html|svg|json)$/.test(file)) continue;
    const bytes = readFileSync(join(folder, file));
    if (bytes.length < MIN_BYTES) continue;
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes));
    writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

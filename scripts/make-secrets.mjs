/**
 * Creates the secrets of a deployed stack, one per file, in a subfolder of SECRETS_DIR for each group of readers:
 * `shared` for all services, `gateway`, `database` for PostgreSQL and the migration, and one for each service with a role in
 * PostgreSQL. Existing files are kept, so that a restart changes nothing; only the services' own database URLs are written
 * again, because they depend on the files in `database`.
 *
 * Used at the first start: DATABASE_URL (an external server), DATABASE_DIRECT_URL (that server without its pooler), DATABASE_ROLES=shared (all services use the user of that URL,
 * for servers where it may not create roles), S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serviceUrls } from "../packages/database/src/roles/credentials.ts";

const root = process.env.SECRETS_DIR ?? "/secrets";
const READABLE = 0o444; // the volumes are mounted only where they are needed; each image has its own user

/** Writes the file completely or not at all. */
function write(folder, name, text) {
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, `.${name}`), text, { mode: READABLE });
  renameSync(join(root, folder, `.${name}`), join(root, folder, name));
}

function exists(folder, name) {
  return existsSync(join(root, folder, name));
}

function read(folder, name) {
  return readFileSync(join(root, folder, name), "utf8");
}

function writeMissing(folder, texts) {
  for (const [name, make] of Object.entries(texts)) if (!exists(folder, name)) write(folder, name, make());
}

/** A secret, quoted for the shell. */
function quoted(name) {
  return `'${read("shared", name).replaceAll("'", String.raw`'\''`)}'`;
}

// Earlier releases stored these where all services could read them.
for (const name of ["database-password", "database-url"]) {
  if (!exists("shared", name)) continue;
  if (!exists("database", name)) write("database", name, read("shared", name));
  rmSync(join(root, "shared", name));
}

if (!exists("shared", "identity-public-keys")) {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  write("gateway", "identity-private-key", privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"));
  write("shared", "identity-public-keys", publicKey.export({ type: "spki", format: "der" }).toString("base64"));
}

writeMissing("shared", {
  "cms-secret": () => randomBytes(32).toString("base64url"),
  "asset-url-key": () => randomBytes(32).toString("base64url"),
  "s3-access-key-id": () => process.env.S3_ACCESS_KEY_ID || "colophon",
  "s3-secret-access-key": () => process.env.S3_SECRET_ACCESS_KEY || randomBytes(24).toString("hex"),
  "s3-server-environment": () =>
    `export MINIO_ROOT_USER=${quoted("s3-access-key-id")} MINIO_ROOT_PASSWORD=${quoted("s3-secret-access-key")}\n`,
});
writeMissing("database", {
  "database-password": () => randomBytes(24).toString("hex"),
  "database-url": () => process.env.DATABASE_URL || `postgresql://colophon:${read("database", "database-password")}@postgres:5432/colophon`,
  "database-roles-key": () => (process.env.DATABASE_ROLES === "shared" ? "" : randomBytes(32).toString("base64url")), // empty means unset
});

if (process.env.DATABASE_DIRECT_URL) writeMissing("database", { "database-direct-url": () => process.env.DATABASE_DIRECT_URL });

const key = read("database", "database-roles-key");
for (const name of ["database-url", "database-direct-url"].filter((name) => exists("database", name))) {
  const url = read("database", name);
  for (const [service, own] of Object.entries(serviceUrls(url, key))) write(service.replace("_", "-"), name, key === "" ? url : own);
}

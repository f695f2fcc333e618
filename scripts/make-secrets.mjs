/**
 * Makes the secrets of a composed stack once, each in a file of its own: what all services share in SHARED_DIR, the
 * key that signs identities in GATEWAY_DIR. Files that exist are kept, so that a restart changes nothing.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const shared = process.env.SHARED_DIR ?? "/secrets/shared";
const gateway = process.env.GATEWAY_DIR ?? "/secrets/gateway";
const READABLE = 0o444; // the volumes are mounted only where they are needed; each image has a user of its own

/** Writes the file whole or not at all. */
function write(folder, name, text) {
  writeFileSync(join(folder, `.${name}`), text, { mode: READABLE });
  renameSync(join(folder, `.${name}`), join(folder, name));
}

/** A secret as a word of the shell. */
function quoted(name) {
  return `'${readFileSync(join(shared, name), "utf8").replaceAll("'", String.raw`'\''`)}'`;
}

for (const folder of [shared, gateway]) mkdirSync(folder, { recursive: true });

if (!existsSync(join(shared, "identity-public-keys"))) {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  write(gateway, "identity-private-key", privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"));
  write(shared, "identity-public-keys", publicKey.export({ type: "spki", format: "der" }).toString("base64"));
}

const given = process.env.S3_SECRET_ACCESS_KEY;
const password = randomBytes(24).toString("hex");
const texts = {
  "cms-secret": () => randomBytes(32).toString("base64url"),
  "s3-access-key-id": () => process.env.S3_ACCESS_KEY_ID || "colophon",
  "s3-secret-access-key": () => given || randomBytes(24).toString("hex"),
  "s3-server-environment": () =>
    `export MINIO_ROOT_USER=${quoted("s3-access-key-id")} MINIO_ROOT_PASSWORD=${quoted("s3-secret-access-key")}\n`,
  "database-password": () => password,
  "database-url": () => `postgresql://colophon:${password}@postgres:5432/colophon`,
};
for (const [name, make] of Object.entries(texts)) {
  if (!existsSync(join(shared, name))) write(shared, name, make());
}

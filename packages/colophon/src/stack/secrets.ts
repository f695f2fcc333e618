import { generateKeyPairSync, hkdfSync, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A secret that is generated once and stored in the data folder, readable by its owner only. */
export function keptSecret(dataFolder: string, name: string): string {
  const file = join(dataFolder, name);
  try {
    writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32)
    throw new Error(`${file} should hold a secret and holds ${secret.length} characters: remove the file to generate a new one`);
  return secret;
}

/** A key for one purpose, which is the same at every start with the same secret. */
export function derivedKey(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "", `colophon ${purpose} 1`, 32)).toString("base64url");
}

/** The Ed25519 key pair of one start: the gateway signs the caller's identity, the services verify it. */
export function createIdentityKeys(): { readonly privateKey: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519", {
    privateKeyEncoding: { type: "pkcs8", format: "der" },
    publicKeyEncoding: { type: "spki", format: "der" },
  });
  return { privateKey: privateKey.toString("base64"), publicKey: publicKey.toString("base64") };
}

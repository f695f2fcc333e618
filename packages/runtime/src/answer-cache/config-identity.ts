import { createHash } from "node:crypto";
import type { Config } from "@colophon/config";

const identities = new WeakMap<Config, string>();

/** What answers depend on besides stored content: the configuration, with the text of its functions. */
export function identityOfConfig(config: Config): string {
  const identity = identities.get(config) ?? readIdentity(config);
  identities.set(config, identity);
  return identity;
}

function readIdentity(config: Config): string {
  const text = JSON.stringify(config, (_name, value: unknown) => (typeof value === "function" ? String(value) : value));
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

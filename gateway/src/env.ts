import { EVERY_PROCESS_READS, readEnv } from "@colophon/config";

/** What the gateway is told by its environment. @throws EnvError naming every wrong or missing variable. */
export function readGatewayEnv(source: NodeJS.ProcessEnv) {
  return readEnv(
    source,
    [
      ...EVERY_PROCESS_READS,
      "OPS_PORT",
      "CMS_PUBLIC_URL",
      "REDIS_URL",
      "TRUST_PROXY",
      "COOKIE_SECURE",
      "RATE_LIMIT_PER_MINUTE",
      "RATE_LIMIT_AUTH_PER_MINUTE",
      "RATE_LIMIT_USER_PER_MINUTE",
      "RATE_LIMIT_ASSETS_PER_MINUTE",
      "MAX_UPLOAD_BYTES",
      "CONTENT_URL",
      "AUTH_URL",
      "ASSET_URL",
      "SEARCH_URL",
      "IDENTITY_PRIVATE_KEY",
    ],
    ["REDIS_URL", "CONTENT_URL", "AUTH_URL", "IDENTITY_PRIVATE_KEY"],
  );
}

export type GatewayEnv = ReturnType<typeof readGatewayEnv>;

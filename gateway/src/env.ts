import type { EnvName, readEnv } from "@colophon/config";
import { REDIS_ENV_NAMES } from "@colophon/runtime";

/** The variables that the gateway reads in addition to those of every process. */
export const GATEWAY_ENV = {
  required: ["REDIS_URL", "CONTENT_URL", "AUTH_URL", "IDENTITY_PRIVATE_KEY"],
  optional: [
    ...REDIS_ENV_NAMES,
    "OPS_PORT",
    "HEALTH",
    "CMS_PUBLIC_URL",
    "TRUST_PROXY",
    "COOKIE_SECURE",
    "RATE_LIMIT_PER_MINUTE",
    "RATE_LIMIT_AUTH_PER_MINUTE",
    "RATE_LIMIT_USER_PER_MINUTE",
    "RATE_LIMIT_ASSETS_PER_MINUTE",
    "MAX_UPLOAD_BYTES",
    "ANSWER_CACHE_BYTES",
    "ASSET_URL",
    "SEARCH_URL",
  ],
} as const satisfies Record<string, readonly EnvName[]>;

type Required = (typeof GATEWAY_ENV.required)[number];
type Optional = (typeof GATEWAY_ENV.optional)[number];

/** The gateway's settings from the environment. */
export type GatewayEnv = Omit<
  ReturnType<typeof readEnv<Required | Optional, Required>>,
  "OPS_PORT" | "REDIS_URL" | (typeof REDIS_ENV_NAMES)[number]
>;

import * as z from "zod";
import { ALL, CMS, START } from "./processes.ts";
import { flag, ranges, urlWith, whole, type EnvEntry } from "./values.ts";

/** What a process is, where it listens, and the limits it keeps. */
export const PROCESS_ENV = {
  PORT: {
    schema: whole(0, 65_535),
    default: "8080",
    description: "The port that the gateway listens on; the only public one.",
    expected: "a port from 0 to 65535",
    processes: ALL,
  },
  HOST: {
    schema: z.string().regex(/^[\w.:-]+$/),
    default: "0.0.0.0",
    description: "The address to listen on.",
    expected: "an IP address or host name",
    processes: ALL,
  },
  OPS_PORT: {
    schema: whole(0, 65_535),
    description: "A second port of the gateway for /livez, /readyz and /metrics, which its public port does not answer. None when unset.",
    expected: "a port from 0 to 65535",
    processes: ["gateway"],
  },
  NODE_ENV: {
    schema: z.enum(["development", "production", "test"]),
    default: "development",
    description: "`production` makes CMS_SECRET and SMTP_URL required.",
    expected: "development, production or test",
    processes: ALL,
  },
  LOG_LEVEL: {
    schema: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
    default: "info",
    description: "The least severe line that is logged.",
    expected: "fatal, error, warn, info, debug, trace or silent",
    processes: ALL,
  },
  CMS_CONFIG: {
    schema: z.string(),
    default: "cms.config.ts",
    description: "The project configuration: a .ts, .mts, .js or .mjs file, also outside the repository.",
    expected: "the path of a .ts, .mts, .js or .mjs file",
    processes: [...ALL, CMS],
  },
  CMS_DATA_DIR: {
    schema: z.string(),
    default: ".data",
    description: "Where uploads, the embedded database, mails and made secrets are kept.",
    expected: "the path of a folder",
    processes: [START, "asset", "workers", CMS],
  },
  CMS_ADMIN_EMAIL: {
    schema: z.email(),
    description: "Becomes the first admin at the first start; required while no admin is stored.",
    expected: "an email address",
    processes: [START, "content", CMS],
  },
  CMS_SECRET: {
    schema: z.string().min(16),
    description: "Signs login codes and cursors. Made and kept in the data folder when unset, except in production.",
    expected: "a random text of at least 16 characters (`openssl rand -base64 32`)",
    secret: true,
    requiredInProduction: true,
    processes: [START, "content", "auth", "workers", CMS],
  },
  CMS_PUBLIC_URL: {
    schema: urlWith("http", "https"),
    description: "The address that people reach the service at, for links in mails and the cross-site rule behind a proxy.",
    expected: "a URL such as https://cms.example.com",
    processes: ["gateway", "auth", "workers"],
  },
  TRUST_PROXY: {
    schema: ranges(),
    description: "Proxies in front of the gateway whose X-Forwarded-For and -Proto count, comma-separated.",
    expected: "addresses or CIDR ranges such as 10.0.0.0/8,::1 (a number of hops or `true` can be spoofed)",
    processes: ["gateway"],
  },
  COOKIE_SECURE: {
    schema: flag(),
    description:
      "`true`: callers come over https, also where TRUST_PROXY doesn't show it. The session cookie is Secure, and answers carry Strict-Transport-Security.",
    expected: "true or false",
    processes: ["gateway", "auth"],
  },
  CONFIRM_MINUTES: {
    schema: whole(0, 43_200),
    default: "15",
    description: "How long after a sign-in, or its confirmation, sensitive changes are allowed; 0: as long as the session lives.",
    expected: "a whole number of minutes from 0 to 43200",
    processes: ["auth"],
  },
  RATE_LIMIT_PER_MINUTE: {
    schema: whole(1, 1e9),
    default: "200",
    description: "Requests a minute an address, on all of /api but files; those of a live session count by user instead.",
    expected: "a whole number from 1",
    processes: ["gateway"],
  },
  RATE_LIMIT_USER_PER_MINUTE: {
    schema: whole(1, 1e9),
    default: "600",
    description: "Requests a minute a signed-in user, whatever the address.",
    expected: "a whole number from 1",
    processes: ["gateway"],
  },
  RATE_LIMIT_ASSETS_PER_MINUTE: {
    schema: whole(1, 1e9),
    default: "2000",
    description: "Requests a minute for files (GET /api/assets/:filename), which count in no other limit.",
    expected: "a whole number from 1",
    processes: ["gateway"],
  },
  RATE_LIMIT_AUTH_PER_MINUTE: {
    schema: whole(1, 1e9),
    default: "10",
    description: "Requests a minute an address, on /api/auth; with a live session only sign-in and confirmations count, by user.",
    expected: "a whole number from 1",
    processes: ["gateway"],
  },
  MAX_UPLOAD_BYTES: {
    schema: whole(1, 1e12),
    default: "104857600",
    description: "The largest file that is taken.",
    expected: "a whole number of bytes",
    processes: ["gateway", "asset"],
  },
  MAX_IMAGE_PIXELS: {
    schema: whole(1, 1e9),
    default: "50000000",
    description: "The largest image that is decoded, width times height.",
    expected: "a whole number of pixels",
    processes: ["asset", "workers"],
  },
} as const satisfies Record<string, EnvEntry>;

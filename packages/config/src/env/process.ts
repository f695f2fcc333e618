import * as z from "zod";
import { CMS, emailAddress, flag, PROCESSES, ranges, START, urlWith, whole, type EnvEntry } from "./values.ts";

/** The kind of a process, its address, and its limits. */
export const PROCESS_ENV = {
  PORT: {
    schema: whole(0, 65_535),
    default: "8080",
    description: "The port of the gateway. It is the only public port.",
    expected: "a port from 0 to 65535",
    processes: PROCESSES.all,
  },
  HOST: {
    schema: z.string().regex(/^[\w.:-]+$/),
    default: "0.0.0.0",
    description: "The address to listen on.",
    expected: "an IP address or host name",
    processes: PROCESSES.all,
  },
  HEALTH: {
    schema: z.enum(["normal", "strict"]),
    default: "normal",
    description:
      "With `strict`, /api/health is also 503 while PostgreSQL accepts no writes: it is read-only, or its disk is full. Reads still work then.",
    expected: "normal or strict",
    processes: ["gateway"],
  },
  OPS_PORT: {
    schema: whole(0, 65_535),
    description:
      "A second port of the gateway for /livez, /readyz and /metrics, which the public port doesn't serve. By default, there is no second port.",
    expected: "a port from 0 to 65535",
    processes: ["gateway"],
  },
  PROCESSES: {
    schema: z.enum(["one", "separate"]),
    default: "one",
    description:
      "`npm start` runs all services in one process. With `separate`, each has a process of its own, as always in Compose and Kubernetes.",
    expected: "one or separate",
    processes: [START],
  },
  NODE_ENV: {
    schema: z.enum(["development", "production", "test"]),
    default: "development",
    description: "`production` makes CMS_SECRET and SMTP_URL required.",
    expected: "development, production or test",
    processes: PROCESSES.all,
  },
  LOG_LEVEL: {
    schema: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
    default: "info",
    description: "The lowest level that is logged.",
    expected: "fatal, error, warn, info, debug, trace or silent",
    processes: PROCESSES.all,
  },
  CMS_CONFIG: {
    schema: z.string(),
    default: "cms.config.ts",
    description: "The project configuration: a .ts, .mts, .js or .mjs file. It can be outside the repository.",
    expected: "the path of a .ts, .mts, .js or .mjs file",
    processes: [...PROCESSES.all, CMS],
  },
  CMS_DATA_DIR: {
    schema: z.string(),
    default: ".data",
    description: "The folder for uploads, the embedded database, mails and generated secrets.",
    expected: "the path of a folder",
    processes: [START, "asset", "email-worker", "asset-worker", CMS],
  },
  CMS_ADMIN_EMAIL: {
    schema: emailAddress(),
    description: "The email address of the first admin, who is created at the first start. Required until an admin exists.",
    expected: "an email address",
    processes: [START, "content", CMS],
  },
  CMS_SECRET: {
    schema: z.string().min(16),
    description: "Signs sign-in codes and cursors. If unset, it is generated and stored in the data folder, except in production.",
    expected: "a random text of at least 16 characters (`openssl rand -base64 32`)",
    secret: true,
    requiredInProduction: true,
    processes: [START, "content", "auth", "email-worker", CMS],
  },
  CMS_PUBLIC_URL: {
    schema: urlWith("http", "https"),
    description: "The public URL of the site, for the cross-site check behind a proxy.",
    expected: "a URL such as https://cms.example.com",
    processes: ["gateway", CMS],
  },
  CMS_API_KEY: {
    schema: z.string().min(1),
    description: "The API key of `cms records`. By default it makes one in the database and revokes it at the end.",
    expected: "an API key",
    secret: true,
    processes: [CMS],
  },
  TRUST_PROXY: {
    schema: ranges(),
    description: "Proxies in front of the gateway that set X-Forwarded-For and X-Forwarded-Proto, comma-separated.",
    expected: "addresses or CIDR ranges such as 10.0.0.0/8,::1 (a number of hops or `true` can be spoofed)",
    processes: ["gateway"],
  },
  COOKIE_SECURE: {
    schema: flag(),
    description:
      "`true`: callers use https, even if the proxy doesn't report it. The session cookie is Secure, and answers have Strict-Transport-Security.",
    expected: "true or false",
    processes: ["gateway", "auth"],
  },
  CONFIRM_MINUTES: {
    schema: whole(0, 43_200),
    default: "15",
    description: "Minutes after a sign-in or a confirmation in which sensitive changes are allowed. 0: until the session ends.",
    expected: "a whole number of minutes from 0 to 43200",
    processes: ["auth"],
  },
  RATE_LIMIT_PER_MINUTE: {
    schema: whole(1, 1e9),
    default: "200",
    description: "Requests per minute and address, for all of /api except files. Requests with a valid session count by user instead.",
    expected: "a whole number from 1",
    processes: ["gateway"],
  },
  RATE_LIMIT_USER_PER_MINUTE: {
    schema: whole(1, 1e9),
    default: "600",
    description: "Requests per minute and signed-in user, from all addresses.",
    expected: "a whole number from 1",
    processes: ["gateway"],
  },
  RATE_LIMIT_ASSETS_PER_MINUTE: {
    schema: whole(1, 1e9),
    default: "2000",
    description: "Requests per minute for files (GET /api/assets/:filename). They don't count in other limits.",
    expected: "a whole number from 1",
    processes: ["gateway"],
  },
  RATE_LIMIT_AUTH_PER_MINUTE: {
    schema: whole(1, 1e9),
    default: "10",
    description: "Requests per minute and address, for /api/auth. With a valid session, only sign-ins and confirmations count, by user.",
    expected: "a whole number from 1",
    processes: ["gateway"],
  },
  ANSWER_CACHE_BYTES: {
    schema: whole(0, 1e12),
    default: "0",
    description:
      "The memory in which a gateway caches answers to reads of content, and small files, such as 67108864; 0: none. Set it for all processes: each write then tells the gateways what it changes.",
    expected: "a whole number of bytes from 0",
    processes: ["gateway", "content", "auth", "asset", "asset-worker"],
  },
  MAX_UPLOAD_BYTES: {
    schema: whole(1, 1e12),
    default: "104857600",
    description: "The maximum size of an upload.",
    expected: "a whole number of bytes",
    processes: ["gateway", "asset"],
  },
  MAX_DIRECT_UPLOAD_BYTES: {
    schema: whole(1, 5 * 1024 ** 3),
    default: "5368709120",
    description: "The maximum size of a file that is sent to the S3 server directly; images have that of MAX_UPLOAD_BYTES.",
    expected: "a whole number of bytes, at most 5368709120",
    processes: ["asset"],
  },
  MAX_IMAGE_PIXELS: {
    schema: whole(1, 1e9),
    default: "50000000",
    description: "The maximum size of an image that is decoded: width times height.",
    expected: "a whole number of pixels",
    processes: ["asset", "asset-worker"],
  },
} as const satisfies Record<string, EnvEntry>;

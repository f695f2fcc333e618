import * as z from "zod";
import { address, CMS, flag, list, mailbox, PROCESSES, START, urlWith, type EnvEntry } from "./values.ts";

/** The addresses of Redis, the mail server and storage. */
export const STORES_ENV = {
  REDIS_URL: {
    schema: urlWith("redis", "rediss"),
    description:
      "The Redis server; each site needs a database of its own, such as redis://localhost:6379/1. If unset, `npm start` runs a redis-server from the PATH, or one in JavaScript.",
    expected: "a URL such as redis://localhost:6379",
    secret: true,
    processes: [...PROCESSES.withRedis, CMS],
  },
  REDIS_CA: {
    schema: z.string().regex(/-----BEGIN CERTIFICATE-----/),
    description:
      "The certificate of the authority that signed that of Redis, if `REDIS_URL` begins with rediss:// and no public authority did.",
    expected: "a certificate in PEM (or set REDIS_CA_FILE to its path)",
    processes: [...PROCESSES.withRedis, CMS],
  },
  REDIS_SENTINELS: {
    schema: list().pipe(z.array(address(26_379)).min(1)),
    description:
      "The Sentinels that know the address of Redis, comma-separated. Of `REDIS_URL`, only the user, password, database and scheme then count.",
    expected: "hosts with ports such as sentinel-0:26379,sentinel-1:26379",
    processes: [...PROCESSES.withRedis, CMS],
  },
  REDIS_SENTINEL_NAME: {
    schema: z.string().min(1),
    default: "mymaster",
    description: "The name by which the Sentinels know Redis.",
    expected: "the name in `sentinel monitor`",
    processes: [...PROCESSES.withRedis, CMS],
  },
  REDIS_SENTINEL_PASSWORD: {
    schema: z.string().min(1),
    description: "The password of the Sentinels.",
    expected: "their `requirepass`",
    secret: true,
    processes: [...PROCESSES.withRedis, CMS],
  },
  SMTP_URL: {
    schema: urlWith("smtp", "smtps"),
    description: "The mail server. If unset, mails are printed and stored in the data folder, except in production.",
    expected: "a URL such as smtp://user:password@mail.example.com:587",
    secret: true,
    requiredInProduction: true,
    processes: [START, "email-worker"],
  },
  MAIL_FROM: {
    schema: mailbox(),
    default: "Colophon <no-reply@localhost>",
    description: "The sender of mails.",
    expected: "an address such as Magazine <no-reply@example.com>",
    processes: ["email-worker"],
  },
  ASSET_URL_KEY: {
    schema: z.string().min(16),
    description:
      "Signs the URLs of files that the public role can't read. Required with `storage.publicUrl`; `npm start` derives it from CMS_SECRET.",
    expected: "a random text of at least 16 characters (`openssl rand -base64 32`)",
    secret: true,
    processes: ["content", "asset", "webhook-worker"],
  },
  STORAGE_ADAPTER: {
    schema: z.enum(["local", "s3"]),
    description: "Overrides the configuration's `storage.adapter`.",
    expected: "local or s3",
    processes: PROCESSES.withStorage,
  },
  S3_BUCKET: {
    schema: z.string(),
    description: "Overrides `storage.bucket`.",
    expected: "the name of a bucket",
    processes: PROCESSES.withStorage,
  },
  S3_REGION: {
    schema: z.string(),
    description: "Overrides `storage.region`.",
    expected: "a region such as eu-central-1",
    processes: PROCESSES.withStorage,
  },
  S3_ENDPOINT: {
    schema: urlWith("http", "https"),
    description: "Overrides `storage.endpoint`.",
    expected: "a URL such as https://s3.example.com",
    processes: PROCESSES.withStorage,
  },
  S3_PUBLIC_ENDPOINT: {
    schema: urlWith("http", "https"),
    description: "Overrides `storage.publicEndpoint`: the S3 server's address for callers, for direct uploads. The default is S3_ENDPOINT.",
    expected: "a URL such as https://s3.example.com",
    processes: PROCESSES.withStorage,
  },
  S3_ACCESS_KEY_ID: {
    schema: z.string(),
    description: "Overrides `storage.accessKeyId`.",
    expected: "an access key id",
    secret: true,
    processes: PROCESSES.withStorage,
  },
  S3_SECRET_ACCESS_KEY: {
    schema: z.string(),
    description: "Overrides `storage.secretAccessKey`.",
    expected: "a secret access key",
    secret: true,
    processes: PROCESSES.withStorage,
  },
  S3_CREATE_BUCKET: {
    schema: flag(),
    default: "false",
    description: "`true` creates a missing bucket at the start.",
    expected: "true or false",
    processes: PROCESSES.withStorage,
  },
} as const satisfies Record<string, EnvEntry>;

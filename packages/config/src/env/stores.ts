import * as z from "zod";
import { address, CMS, flag, list, mailbox, PROCESSES, START, urlWith, whole, type EnvEntry } from "./values.ts";

const MILLISECONDS = "a whole number of milliseconds from 100 to 60000";

/** The addresses of the database, mail server and storage. */
export const STORES_ENV = {
  DATABASE_URL: {
    schema: urlWith("postgres", "postgresql"),
    description: "The PostgreSQL server. If unset, `npm start` runs an embedded one in the data folder.",
    expected: "a URL such as postgres://user:password@localhost:5432/cms",
    secret: true,
    processes: [...PROCESSES.withDatabase, CMS],
  },
  SEARCH_DATABASE_URL: {
    schema: urlWith("postgres", "postgresql"),
    description: "A read replica for search, without a pooler. The default is DATABASE_URL.",
    expected: "a URL such as postgres://user:password@replica:5432/cms",
    secret: true,
    processes: ["search"],
  },
  DATABASE_POOL_SIZE: {
    schema: whole(2, 1_000),
    default: "10",
    description:
      "The maximum number of connections of each process to PostgreSQL, all of them counted: one is for health and notifications, in a content service with jobs one is for their locks, and the rest is for requests. If one process runs all services, they share this number, 32 by default and 16 at least.",
    expected: "a whole number from 2 to 1000",
    processes: PROCESSES.withDatabase,
  },
  DATABASE_POOLER: {
    schema: z.enum(["none", "transaction", "transaction-prepared"]),
    default: "none",
    description:
      "`transaction` if `DATABASE_URL` is a pooler in transaction mode, such as PgBouncer: statements are then planned each time. `transaction-prepared` if it also keeps prepared statements, as PgBouncer does since 1.21 with `max_prepared_statements`. In both, time limits are settings of the PostgreSQL roles, which `migrate` makes.",
    expected: "none, transaction or transaction-prepared",
    processes: [...PROCESSES.withDatabase, "migrate"],
  },
  DATABASE_DIRECT_URL: {
    schema: urlWith("postgres", "postgresql"),
    description:
      "The PostgreSQL server itself, with the same user and database, for what a pooler in transaction mode can't do: migrations, notifications, held locks. The command line uses it, too.",
    expected: "a URL such as postgres://user:password@localhost:5432/cms",
    secret: true,
    processes: [...PROCESSES.withDatabase, "migrate", CMS],
  },
  DATABASE_CONNECT_MS: {
    schema: whole(100, 60_000),
    default: "1000",
    description:
      "How many milliseconds a request waits for a connection to PostgreSQL, a new one or one that becomes free. Then it is 503. The gateway waits 5 s for most answers.",
    expected: MILLISECONDS,
    processes: PROCESSES.withDatabase,
  },
  DATABASE_STATEMENT_MS: {
    schema: whole(100, 60_000),
    default: "2000",
    description: "How many milliseconds a statement of a request may take. Then PostgreSQL cancels it, and the request is 503.",
    expected: MILLISECONDS,
    processes: [...PROCESSES.withDatabase, "migrate"],
  },
  DATABASE_ANONYMOUS_STATEMENT_MS: {
    schema: whole(100, 60_000),
    default: "1000",
    description: "The same for requests without credentials, if it is less.",
    expected: MILLISECONDS,
    processes: PROCESSES.withDatabase,
  },
  DATABASE_LOCK_MS: {
    schema: whole(100, 60_000),
    default: "1100",
    description:
      "How many milliseconds a statement of a request waits for a row or table that another transaction has locked. Then the request is 503. PostgreSQL looks for deadlocks after 1 s: with less, they end in this way.",
    expected: MILLISECONDS,
    processes: [...PROCESSES.withDatabase, "migrate"],
  },
  SLOW_STATEMENT_MS: {
    schema: whole(0, 3_600_000),
    default: "500",
    description: "Statements that take at least this many milliseconds are logged with the id of their request. 0 logs none.",
    expected: "a whole number of milliseconds from 0 to 3600000",
    processes: PROCESSES.withDatabase,
  },
  DATABASE_ROLES_KEY: {
    schema: z.string().min(16),
    description: "If set, `migrate` gives each service its own PostgreSQL role, with a password that is derived from this key.",
    expected: "a random text of at least 16 characters (`openssl rand -base64 32`)",
    secret: true,
    processes: ["migrate"],
  },
  ALLOW_DATA_LOSS: {
    schema: list().transform((parts) => (parts.length === 1 && parts[0] === "true" ? true : parts)),
    description:
      "Allows a start to delete or truncate stored data: the places that the error message names, comma-separated, or `true` for all.",
    expected: "true, or places such as article.subtitle,tag",
    processes: ["content", CMS],
  },
  REDIS_URL: {
    schema: urlWith("redis", "rediss"),
    description: "The Redis server. If unset, `npm start` runs a redis-server from the PATH, or one in JavaScript.",
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

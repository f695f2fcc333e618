import * as z from "zod";
import { CMS, list, PROCESSES, urlWith, whole, type EnvEntry } from "./values.ts";

const MILLISECONDS = "a whole number of milliseconds from 100 to 60000";

/** PostgreSQL: its address, connections and time limits. */
export const DATABASE_ENV = {
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
} as const satisfies Record<string, EnvEntry>;

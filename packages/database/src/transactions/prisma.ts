import { AppError } from "@colophon/model/errors";
import type pg from "pg";
import type { QueryConfig } from "pg";
import type { Prisma, PrismaClient } from "../../generated/client.ts";
import type { Connections } from "../connections/connections.ts";
import { toAppError } from "../errors/errors.ts";
import type { Transaction, Transactions } from "./transaction.ts";

const NEVER_MS = 24 * 60 * 60 * 1_000;
const RAW = ["$queryRaw", "$queryRawUnsafe", "$executeRaw", "$executeRawUnsafe"] as const;
/** Methods that change nothing; of raw SQL, those for reading. */
const READS = /^(?:\$queryRaw|find|count|aggregate|groupBy)/;
/** In raw SQL; a function may change something, too. */
const CHANGES = /\b(?:insert|update|delete|truncate|merge|call|do|copy|cms)\b/i;
type ModelName = Uncapitalize<Prisma.ModelName>;

/** The offered part of Prisma's client: its models, raw SQL, and a transaction of a function. */
export interface PrismaAccess extends Pick<PrismaClient, ModelName | (typeof RAW)[number]> {
  $transaction<T>(work: (prisma: PrismaAccess) => Promise<T>): Promise<T>;
}

/**
 * Prisma on this package's connections: in a transaction its queries run on that transaction's connection, and its errors are AppErrors. Its
 * client is loaded by the first query, because few processes send one: it takes some 50 MB of memory and half a second of processor time. It
 * is for project code: this package's own statements on the system tables are SQL, also for that reason, and because most of them compare
 * with the database's clock, or lock and change rows in one statement.
 */
export function createPrisma(connections: Connections, transactions: Transactions) {
  let loaded: Promise<PrismaClient> | undefined;
  const load = (): Promise<PrismaClient> => (loaded ??= openClient(poolForPrisma(connections, transactions)));
  const opened = new WeakMap<Transaction, Promise<Prisma.TransactionClient>>();
  const clientIn = (base: PrismaClient, transaction: Transaction): Promise<Prisma.TransactionClient> => {
    const known = opened.get(transaction) ?? openIn(base, transaction);
    opened.set(transaction, known);
    return known;
  };

  /** A method of the current client, or of one of its models. */
  const method = (path: readonly string[]) => {
    const name = path.at(-1) ?? "";
    const send = async (args: unknown[]): Promise<unknown> => {
      const transaction = transactions.current();
      const base = await load();
      return methodOf(transaction ? await clientIn(base, transaction) : base, path)(...args);
    };
    return async (...args: unknown[]): Promise<unknown> => {
      try {
        return await (isRead(name, args) ? send(args) : transactions.attributed(connections, () => send(args)));
      } catch (error) {
        throw toAppError(error);
      }
    };
  };
  const modelOf = (model: string): object => onAccess({}, (name) => method([model, name]));

  const own: object = {
    ...Object.fromEntries(RAW.map((name) => [name, method([name])])),
    $transaction: async (work: unknown) => {
      if (typeof work !== "function") throw new TypeError("$transaction takes a function");
      return transactions.run(connections, () => work(prisma));
    },
  };
  const prisma = onAccess(own, (name) => (name.startsWith("$") ? undefined : modelOf(name))) as PrismaAccess;
  return {
    prisma,
    /** Loads the client before its first query. */
    load: async (): Promise<void> => void (await load()),
    close: async (): Promise<void> => (await loaded?.catch(() => undefined))?.$disconnect(),
  };
}

/** A client that has loaded its code and its query compiler. Sends nothing. */
async function openClient(pool: pg.Pool): Promise<PrismaClient> {
  const [{ PrismaPg }, generated] = await Promise.all([import("@prisma/adapter-pg"), import("../../generated/client.ts")]);
  const client = new generated.PrismaClient({ adapter: new PrismaPg(pool) });
  await client.$connect();
  return client;
}

/** An object whose other properties are made when they are read. It is no promise. */
function onAccess(own: object, make: (name: string) => unknown): object {
  return new Proxy(own, {
    get: (known, name) => (typeof name === "symbol" || name in known || name === "then" ? Reflect.get(known, name) : make(name)),
  });
}

function methodOf(client: object, path: readonly string[]): (...args: unknown[]) => unknown {
  let [of, found]: [unknown, unknown] = [undefined, client];
  for (const name of path) [of, found] = [found, (found as Readonly<Record<string, unknown>> | undefined)?.[name]];
  if (typeof found !== "function") throw new TypeError(`prisma.${path.join(".")} is not a function`);
  return found.bind(of) as (...args: unknown[]) => unknown;
}

function isRead(name: string, [query]: readonly unknown[]): boolean {
  return READS.test(name) && !(name.startsWith("$") && CHANGES.test(sqlIn(query)));
}

/** The SQL of `$queryRaw`: a template's texts, or an object of `Prisma.sql`. */
function sqlIn(query: unknown): string {
  if (typeof query === "string") return query;
  if (Array.isArray(query)) return query.join(" ");
  return typeof query === "object" && query !== null && "sql" in query ? String(query.sql) : "";
}

/** Prisma's own view of a transaction that is already open: it ends with that transaction. */
function openIn(base: PrismaClient, transaction: Transaction): Promise<Prisma.TransactionClient> {
  return new Promise((resolve, reject) => {
    const ended = Promise.withResolvers<void>();
    const closed = base.$transaction(
      async (client) => {
        resolve(client);
        await ended.promise;
      },
      { timeout: NEVER_MS, maxWait: 1_000 },
    );
    transaction.beforeEnd(async () => {
      ended.resolve();
      await closed.catch(() => undefined);
    });
    closed.catch(reject);
  });
}

/**
 * A pool with the two methods that Prisma calls: queries that never leave a broken connection in the pool, and a client for transactions.
 */
function poolForPrisma(connections: Connections, transactions: Transactions): pg.Pool {
  const query = (config: QueryConfig) => connections.query(config).catch(translate);
  const connect = async () => {
    const transaction = transactions.current();
    return transaction ? joined(transaction) : connections.connect();
  };
  return Object.create(connections.pool, { query: { value: query }, connect: { value: connect } }) as pg.Pool;
}

/** A client through which Prisma seems to open and end a transaction that is managed here. */
function joined(transaction: Transaction) {
  const query = async (config: QueryConfig) => {
    if (/^(BEGIN|COMMIT|ROLLBACK)$/.test(config.text)) return { fields: [], rows: [], rowCount: 0 };
    return transaction.query(config).catch(translate);
  };
  return { query, on() {}, removeListener() {}, release() {} };
}

/** A failure of the connection gets Prisma's code for it; other errors are passed to Prisma's adapter unchanged. */
function translate(error: unknown): never {
  const hasState = typeof error === "object" && error !== null && "severity" in error;
  if (hasState || !(toAppError(error) instanceof AppError)) throw error;
  throw Object.assign(new Error("Can't reach the database", { cause: error }), { code: "P1001" });
}

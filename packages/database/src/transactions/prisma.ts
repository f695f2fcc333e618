import { AppError } from "@colophon/model/errors";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import type { QueryConfig } from "pg";
import { Prisma, PrismaClient } from "../../generated/client.ts";
import type { Connections } from "../connections/connections.ts";
import { toAppError } from "../errors/errors.ts";
import type { Transaction, Transactions } from "./transaction.ts";

const NEVER_MS = 24 * 60 * 60 * 1_000;
const RAW = ["$queryRaw", "$queryRawUnsafe", "$executeRaw", "$executeRawUnsafe"] as const;
/** Methods that change nothing; of raw SQL, those for reading. */
const READS = /^(?:\$queryRaw|find|count|aggregate|groupBy)/;
/** In raw SQL; a function may change something, too. */
const CHANGES = /\b(?:insert|update|delete|truncate|merge|call|do|copy|cms)\b/i;
const MODELS = Object.values(Prisma.ModelName).map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}` as ModelName);

type ModelName = Uncapitalize<Prisma.ModelName>;
type Methods = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** The offered part of Prisma's client: its models, raw SQL, and a transaction of a function. */
export interface PrismaAccess extends Pick<PrismaClient, ModelName | (typeof RAW)[number]> {
  $transaction<T>(work: (prisma: PrismaAccess) => Promise<T>): Promise<T>;
}

/**
 * Prisma on this package's connections: in a transaction its queries run on that transaction's connection, and its errors are AppErrors.
 */
export function createPrisma(connections: Connections, transactions: Transactions) {
  const base = new PrismaClient({ adapter: new PrismaPg(poolForPrisma(connections, transactions)) });
  const opened = new WeakMap<Transaction, Promise<Prisma.TransactionClient>>();
  const clientIn = (transaction: Transaction): Promise<Prisma.TransactionClient> => {
    const known = opened.get(transaction) ?? openIn(base, transaction);
    opened.set(transaction, known);
    return known;
  };

  /** A method of the object that `pick` returns, called on the current client. */
  const method = (name: string, pick: (client: Prisma.TransactionClient) => object) => {
    const send = async (args: unknown[]): Promise<unknown> => {
      const transaction = transactions.current();
      return (pick(transaction ? await clientIn(transaction) : base) as Methods)[name]?.(...args);
    };
    return async (...args: unknown[]): Promise<unknown> => {
      try {
        return await (isRead(name, args) ? send(args) : transactions.attributed(connections, () => send(args)));
      } catch (error) {
        throw toAppError(error);
      }
    };
  };
  const modelOf = (model: ModelName): object =>
    new Proxy(base[model], {
      get: (known, name) => (typeof name === "string" && name in known ? method(name, (client) => client[model]) : undefined),
    });

  const raw = RAW.map((name) => [name, method(name, (client) => client)]);
  const prisma: PrismaAccess = {
    ...Object.fromEntries([...raw, ...MODELS.map((model) => [model, modelOf(model)])]),
    $transaction: async (work: unknown) => {
      if (typeof work !== "function") throw new TypeError("$transaction takes a function");
      return transactions.run(connections, () => work(prisma));
    },
  };
  return { prisma, close: () => base.$disconnect() };
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

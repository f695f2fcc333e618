import { AppError } from "@colophon/errors";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import type { QueryConfig } from "pg";
import { PrismaClient } from "../../generated/client.ts";
import type { Prisma } from "../../generated/client.ts";
import { queryOn, withClient } from "../connections/connection.ts";
import type { Connections } from "../connections/connections.ts";
import { toAppError } from "../errors/errors.ts";
import type { Transaction, Transactions } from "./transaction.ts";

const NEVER_MS = 24 * 60 * 60 * 1_000;
type Method = (...args: unknown[]) => unknown;
type PrismaTransaction = Prisma.TransactionClient;

/** Prisma over our connections: in a transaction its queries run on that transaction's connection, and its errors are AppErrors. */
export function createPrisma(connections: Connections, transactions: Transactions) {
  const base = new PrismaClient({ adapter: new PrismaPg(poolForPrisma(connections, transactions)) });
  const opened = new WeakMap<Transaction, Promise<PrismaTransaction>>();
  const clientIn = (transaction: Transaction): Promise<PrismaTransaction> => {
    const known = opened.get(transaction) ?? openIn(base, transaction);
    opened.set(transaction, known);
    return known;
  };

  /** A call such as `prisma.user.count(…)`, sent to the client of the moment. */
  const call = async (path: readonly string[], args: readonly unknown[]): Promise<unknown> => {
    const transaction = transactions.current();
    try {
      return await methodAt(transaction ? await clientIn(transaction) : base, path)(...args);
    } catch (error) {
      throw toAppError(error);
    }
  };
  const runTransaction = (work: unknown): Promise<unknown> => {
    if (typeof work !== "function") return Promise.all(work as Promise<unknown>[]);
    return transactions.run(connections, async () => (work as Method)(prisma));
  };
  const models = new Map<string, object>();
  const modelOf = (name: string, model: object): object => {
    const known = models.get(name) ?? new Proxy(model, { get: (_, method) => callable(model, [name], method) });
    models.set(name, known);
    return known;
  };
  const callable = (owner: object, path: readonly string[], name: string | symbol): unknown => {
    const member: unknown = Reflect.get(owner, name);
    if (typeof member !== "function" || typeof name === "symbol") return member;
    return (...args: unknown[]) => call([...path, name], args);
  };
  const memberOf = (name: string | symbol): unknown => {
    if (name === "$transaction") return runTransaction;
    const isModel = typeof name === "string" && /^[a-z]/.test(name);
    const member: unknown = isModel ? Reflect.get(base, name) : null;
    return member instanceof Object && typeof member !== "function" ? modelOf(String(name), member) : callable(base, [], name);
  };
  const prisma = new Proxy(base, { get: (_, name) => memberOf(name) });
  return { prisma, close: () => base.$disconnect() };
}

function methodAt(client: object, path: readonly string[]): Method {
  let owner: unknown = client;
  let member: unknown = client;
  for (const name of path) {
    owner = member;
    member = Reflect.get(Object(owner), name);
  }
  if (typeof member !== "function") throw new TypeError(`prisma.${path.join(".")} is not a function`);
  return (...args) => Reflect.apply(member as Method, owner, args);
}

/** Prisma's own view of a transaction that is already open: it ends when the transaction does. */
function openIn(base: PrismaClient, transaction: Transaction): Promise<PrismaTransaction> {
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

/** A pool with the two methods Prisma calls: queries that never poison a connection, and a client for transactions. */
function poolForPrisma(connections: Connections, transactions: Transactions): pg.Pool {
  const query = (config: QueryConfig) => withClient(connections, (client) => queryOn(client, config)).catch(translate);
  const connect = async () => {
    const transaction = transactions.current();
    return transaction ? joined(transaction) : connections.connect();
  };
  return Object.create(connections.pool, { query: { value: query }, connect: { value: connect } }) as pg.Pool;
}

/** A client that lets Prisma believe it opens and ends the transaction which we own. */
function joined(transaction: Transaction) {
  const query = async (config: QueryConfig) => {
    if (/^(BEGIN|COMMIT|ROLLBACK)$/.test(config.text)) return { fields: [], rows: [], rowCount: 0 };
    return transaction.query(config).catch(translate);
  };
  return { query, on() {}, removeListener() {}, release() {} };
}

/** A failure of the connection gets the code that Prisma has for it; anything else reaches Prisma's adapter as it is. */
function translate(error: unknown): never {
  const hasState = typeof error === "object" && error !== null && "severity" in error;
  if (hasState || !(toAppError(error) instanceof AppError)) throw error;
  throw Object.assign(new Error("Can't reach the database", { cause: error }), { code: "P1001" });
}

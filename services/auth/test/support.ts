/** The auth service over HTTP on a real PostgreSQL and Redis, with a gateway's signature and a mailbox in memory. */
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createApiKeys, hashOf } from "@colophon/credentials";
import { createDatabase, migrate, newId, type Row } from "@colophon/database";
import type { ErrorBody } from "@colophon/errors";
import { createLog, createRedis, createSigner, createVerifier, listen, revoke, type Identity } from "@colophon/runtime";
import { startPostgres } from "../../../tests/support/postgres.ts";
import { startRedis } from "../../../tests/support/redis.ts";
import { createAuthApp } from "../src/app.ts";
import { createCredentials } from "../src/credentials.service.ts";
import { createLogin } from "../src/login.service.ts";
import { createMailTemplates } from "../src/mail-templates.ts";
import type { Delivery, Mail } from "../src/mail-transport.ts";
import { createSecrets } from "../src/secrets.ts";
import type { SessionUser } from "../src/session-user.ts";
import { createSendCode } from "../src/send-code.ts";
import { createSessions } from "../src/sessions.service.ts";

export const SECRET = "a secret for tests only";
export const ANONYMOUS: Identity = { kind: "anonymous", credentialId: null, userId: null, role: "", expiresAt: null };
export const GATEWAY: Identity = { ...ANONYMOUS, kind: "gateway" };

/** Whatever `data` may hold; a test names what it expects. */
export interface Data {
  readonly id: string;
  readonly authRequestId: string;
  readonly expiresAt: string;
  readonly user: SessionUser;
  readonly key: string;
  readonly keyPrefix: string;
  readonly lastUsedAt: string;
}
export interface Answer<T = Data> {
  readonly status: number;
  readonly headers: Headers;
  readonly cookie: string | null;
  readonly body: { readonly data: T } & ErrorBody;
}
interface Call {
  readonly as?: Identity;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}
export type TestAuth = Awaited<ReturnType<typeof startAuth>>;

/** Starts everything; `stop()` ends it. The roles are admin, editor and visitor. `own`: servers that the test may stop. */
export async function startAuth({ cookieSecure = false, own = false } = {}) {
  const [postgres, redisServer] = await Promise.all([startPostgres({ own }), startRedis({ own })]);
  const db = createDatabase({ url: postgres.url, poolSize: 20 });
  await migrate(db.pool);
  const redis = createRedis(redisServer.url);
  const secrets = createSecrets(SECRET);
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const signer = createSigner(privateKey);
  const log = createLog({ name: "auth", level: "silent" });

  const app = createAuthApp({
    log,
    verifier: createVerifier([publicKey]),
    login: createLogin({ db, secrets }),
    sessions: createSessions({ db, secrets }),
    apiKeys: createApiKeys({ db }),
    credentials: createCredentials({ db }),
    roles: new Set(["admin", "editor", "visitor"]),
    adminRoles: new Set(["admin"]),
    revoke: () => revoke(redis),
    cookieSecure,
  });
  const server = await listen({ app, port: 0, log, ready: async () => true, close: async () => undefined, signals: false, idleGraceMs: 0 });

  const sql = <R extends Row = Row>(text: string, values: readonly unknown[] = []): Promise<R[]> => db.run<R>({ text }, values);

  const call = async <T = Data>(method: string, path: string, { as = ANONYMOUS, body, headers = {} }: Call = {}): Promise<Answer<T>> => {
    const response = await fetch(server.url + path, {
      method,
      headers: { "x-cms-identity": signer.sign(as), ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers: answered } = response;
    return {
      status,
      headers: answered,
      cookie: answered.get("set-cookie"),
      body: (text === "" ? null : JSON.parse(text)) as Answer<T>["body"],
    };
  };

  const mails: Mail[] = [];
  const deliver = { next: (): Delivery => ({ kind: "sent" }) };
  const sendCode = createSendCode({
    db,
    secrets,
    log,
    templates: createMailTemplates({ folder: null, title: "Test", minutes: 10 }),
    transport: {
      send: async (mail) => {
        const delivery = deliver.next();
        if (delivery.kind === "sent") mails.push(mail);
        return delivery;
      },
      close: () => undefined,
    },
  });

  const addUser = async (email: string, role = "editor", name: string | null = "Someone"): Promise<string> => {
    const id = newId();
    await sql("insert into cms.users (id, email, name, role) values ($1, $2, $3, $4)", [id, email, name, role]);
    return id;
  };
  const ask = async (email: string): Promise<string> =>
    (await call("POST", "/api/auth/request", { body: { email } })).body.data.authRequestId;
  /** Asks for a code and has it mailed at once. */
  const codeFor = async (email: string): Promise<{ authRequestId: string; code: string }> => {
    const authRequestId = await ask(email);
    await sendCode({ requestId: authRequestId, attempt: 0 });
    const code = /^\d{6}$/m.exec(mails.at(-1)?.text ?? "")?.[0] ?? "none";
    return { authRequestId, code };
  };
  /** Asks the service whose token this is, as the gateway does. */
  const identify = async (kind: "session" | "key", token: string): Promise<Identity | null> => {
    const { status, body } = await call("POST", "/internal/identify", { as: GATEWAY, body: { kind, hash: hashOf(token) } });
    const found: unknown = body;
    return status === 200 ? { kind, ...(found as Omit<Identity, "kind">) } : null;
  };
  const signIn = async (email: string) => {
    const answer = await call("POST", "/api/auth/create", { body: await codeFor(email) });
    const token = tokenOf(answer);
    const identity = await identify("session", token);
    if (!identity) throw new Error(`signing in as ${email} failed: ${answer.status}`);
    return { answer, token, identity };
  };

  const stop = async () => {
    server.server.closeAllConnections(); // fetch keeps some, and a graceful stop would wait for them
    await server.stop();
    await redis.close();
    await db.close();
    await Promise.all([postgres.stop(), redisServer.stop()]);
  };
  return {
    db,
    redis,
    secrets,
    log,
    url: server.url,
    signer,
    sql,
    call,
    mails,
    deliver,
    sendCode,
    addUser,
    ask,
    codeFor,
    identify,
    signIn,
    stop,
    stopRedis: redisServer.stop,
    stopPostgres: postgres.stop,
  };
}

/** The session token in an answer's cookie; "" without one. */
export function tokenOf({ cookie }: Pick<Answer, "cookie">): string {
  return /^cms_session=([^;]*)/.exec(cookie ?? "")?.[1] ?? "";
}

/** An address that nobody else in the suite has. */
export function newAddress(): string {
  return `user-${randomUUID()}@example.org`;
}

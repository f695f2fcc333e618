/** The auth service over HTTP on a real PostgreSQL and Redis, with a gateway's signature and a mailbox in memory. */
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { validateConfig } from "@colophon/config";
import {
  createApiKeys,
  applySchema,
  createDatabase,
  migrate,
  newId,
  refusalNotes,
  type Row,
  type StatementFacts,
} from "@colophon/database";
import { createCodes, hashOf } from "@colophon/runtime/credentials";
import { compileSchema, tableChanges } from "@colophon/engine";
import type { ErrorBody } from "@colophon/model/errors";
import { createRedis, createSigner, createVerifier, listen, revoke, type Identity } from "@colophon/runtime";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import { startRedis } from "../../../tests/support/servers/redis.ts";
import { createTestLog } from "../../../tests/support/test-log.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { createAddresses } from "../src/address/address.service.ts";
import { createAuthApp } from "../src/app.ts";
import { createCodeCheck } from "../src/login/code-check.ts";
import { createCredentials } from "../src/identify/credentials.service.ts";
import { createLogin } from "../src/login/login.service.ts";
import { createMailTemplates } from "../src/mail/mail-templates.ts";
import type { Delivery, Mail } from "../src/mail/mail-transport.ts";
import type { SessionUser } from "@colophon/api";
import { createSendCode, type MailPorts } from "../src/mail/send-code.ts";
import { createSendNotice } from "../src/mail/send-notice.ts";
import { createSessions } from "../src/sessions/sessions.service.ts";

export const SECRET = "a secret for tests only";
export const ANONYMOUS: Identity = { kind: "anonymous", credentialId: null, userId: null, role: "", expiresAt: null };
const checked = validateConfig({ entities: [], roles: [{ name: "admin", isAdmin: true }, { name: "editor" }, { name: "visitor" }] });
if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
const CONFIG = checked.config;
export const GATEWAY: Identity = { ...ANONYMOUS, kind: "gateway" };

/** Whatever `data` may hold; a test names what it expects. */
export interface Data {
  readonly id: string;
  readonly authRequestId: string;
  readonly expiresAt: string;
  readonly confirmedUntil: string;
  readonly user: SessionUser;
  readonly key: string;
  readonly keyPrefix: string;
  readonly lastUsedAt: string;
  readonly rateLimitPerMinute?: number | null;
}
export interface Answer<T = Data> {
  readonly status: number;
  readonly headers: Headers;
  /** The first cookie that is set, which is the session's. */
  readonly cookie: string | null;
  readonly cookies: readonly string[];
  readonly body: { readonly data: T } & ErrorBody;
}
interface Call {
  readonly as?: Identity;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}
export type TestAuth = Awaited<ReturnType<typeof startAuth>>;

/**
 * Starts everything; `stop()` ends it. The roles are admin, editor and visitor. `own`: servers that the test may stop. `audited`: with the
 * triggers of the audit log.
 */
export async function startAuth({ cookieSecure = false, own = false, confirmMinutes = 15, audited = false } = {}) {
  const [postgres, redisServer] = await Promise.all([startPostgres({ own, migrated: true }), startRedis({ own })]);
  const statements: string[] = [];
  const onStatement = ({ name, text }: StatementFacts) => void statements.push(name ?? text);
  const db = createDatabase({ url: postgres.url, poolSize: 20, onStatement, audited, ...TEST_LIMITS });
  await migrate(db.pool);
  if (audited) await applySchema(db, compileSchema(CONFIG), { tableChanges, adminEmail: "first@example.com" });
  const redis = createRedis({ redisUrl: redisServer.url }, { commandMs: 60_000 });
  const codes = createCodes(SECRET);
  const checkCode = createCodeCheck({ db, codes });
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const signer = createSigner(privateKey);
  const { log } = createTestLog("auth");

  const app = createAuthApp({
    log,
    verifier: createVerifier([publicKey]),
    login: createLogin({ db, checkCode, confirmMinutes }),
    addresses: createAddresses({ db, schema: compileSchema(CONFIG), checkCode, confirmMinutes }),
    sessions: createSessions({ db, confirmMinutes }),
    apiKeys: createApiKeys({ db }),
    credentials: createCredentials({ db, confirmMinutes }),
    roles: new Set(["admin", "editor", "visitor"]),
    adminRoles: new Set(["admin"]),
    revoke: () => revoke(redis),
    cookieSecure,
    ...(audited && { actFor: db.actFor, ...refusalNotes({ config: CONFIG, database: db, log }) }),
  });
  const server = await listen({
    serving: app,
    port: 0,
    log,
    ready: async () => true,
    close: async () => undefined,
    idleGraceMs: 0,
  });

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
      cookie: answered.getSetCookie()[0] ?? null,
      cookies: answered.getSetCookie(),
      body: (text === "" ? null : JSON.parse(text)) as Answer<T>["body"],
    };
  };

  const mails: Mail[] = [];
  const deliver = { next: (): Delivery => ({ kind: "sent" }) };
  const ports: MailPorts = {
    db,
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
  };
  const sendCode = createSendCode({ ...ports, codes });
  const sendNotice = createSendNotice(ports);

  const addUser = async (email: string, role = "editor", name: string | null = "Someone"): Promise<string> => {
    const id = newId();
    await sql("insert into cms.users (id, email, name, role) values ($1, $2, $3, $4)", [id, email, name, role]);
    return id;
  };
  const ask = async (email: string, headers: Record<string, string> = {}): Promise<string> =>
    (await call("POST", "/api/auth/request", { body: { email }, headers })).body.data.authRequestId;
  const lastCode = (): string => /^\d{6}$/m.exec(mails.at(-1)?.text ?? "")?.[0] ?? "none";
  /** Asks for a code and has it mailed at once. */
  const codeFor = async (email: string, headers: Record<string, string> = {}): Promise<{ authRequestId: string; code: string }> => {
    const authRequestId = await ask(email, headers);
    await sendCode({ requestId: authRequestId });
    return { authRequestId, code: lastCode() };
  };
  /** Mails the notices that wait, and gives the mails. */
  const mailNotices = async (userId: string): Promise<readonly Mail[]> => {
    const before = mails.length;
    const waiting = await sql<{ id: string }>("select id from cms.notices where user_id = $1 and sent_at is null order by id", [userId]);
    for (const { id } of waiting) await sendNotice({ noticeId: id });
    return mails.slice(before);
  };
  /** Asks the service whose token this is, as the gateway does. */
  const identify = async (kind: "session" | "key", token: string, more: { isUse?: boolean } = {}): Promise<Identity | null> => {
    const { status, body } = await call("POST", "/internal/identify", { as: GATEWAY, body: { kind, hash: hashOf(token), ...more } });
    const found: unknown = body;
    return status === 200 ? { kind, ...(found as Omit<Identity, "kind">) } : null;
  };
  const signIn = async (email: string, headers: Record<string, string> = {}) => {
    const answer = await call("POST", "/api/auth/create", { body: await codeFor(email, headers), headers });
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
    /** The statements that were executed, by name. */
    statements,
    redis,
    codes,
    log,
    url: server.url,
    signer,
    sql,
    call,
    mails,
    deliver,
    sendCode,
    sendNotice,
    mailNotices,
    lastCode,
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

import { generateKeyPairSync } from "node:crypto";
import type { AddressInfo } from "node:net";
import { inNewFormats } from "@colophon/client/rich-text/nested-formats";
import { validateConfig, type ConfigDefinition } from "@colophon/config";
import { applySchema, createDatabase, migrate, newId, type DatabaseOptions } from "@colophon/database";
import { compileSchema, tableChanges } from "@colophon/engine";
import { startJobs } from "@colophon/jobs";
import { createRedis, createSigner, createVerifier, listen, type Identity } from "@colophon/runtime";
import { startPostgres } from "../../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../../tests/support/servers/postgres-server.ts";
import { startRedis } from "../../../../tests/support/servers/redis.ts";
import { createTestLog } from "../../../../tests/support/test-log.ts";
import { TEST_LIMITS } from "../../../../tests/support/database/test-limits.ts";
import { hasProjectCode } from "../../src/hooks/project-code.ts";
import { createContentApp } from "../../src/app.ts";
import type { Repeat } from "../../src/events/feed.ts";
import { scheduleJobs } from "../../src/schedules/schedule.jobs.ts";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is no JSON. */
  readonly json: ReturnType<typeof JSON.parse>;
}

export interface Send {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export type TestService = Awaited<ReturnType<typeof startService>>;
export type Client = ReturnType<TestService["as"]>;

/** The content service on real PostgreSQL (a new one, or the one given) and Redis, over HTTP, with a client for every role. */
export async function startService(
  definition: ConfigDefinition,
  {
    on,
    allowDataLoss,
    repeat,
    jobGraceMs,
    auditWaitMs = 60_000,
    onStatement,
  }: {
    readonly on?: TestPostgres;
    readonly allowDataLoss?: true;
    readonly repeat?: Repeat;
    readonly jobGraceMs?: number;
    readonly auditWaitMs?: number;
    readonly onStatement?: DatabaseOptions["onStatement"];
  } = {},
) {
  const validated = validateConfig(definition);
  if (!validated.ok) throw new Error(JSON.stringify(validated.problems));
  const schema = compileSchema(validated.config);
  const [postgres, redisServer] = await Promise.all([on ?? startPostgres({ migrated: true }), startRedis()]);
  const { lines, log } = createTestLog("content");
  const audited = schema.config.audit !== false;
  const database = createDatabase({ url: postgres.url, poolSize: 10, log, audited, ...TEST_LIMITS, ...(onStatement && { onStatement }) });
  const redis = createRedis({ redisUrl: redisServer.url }, { log, commandMs: 60_000 });
  const close = async () => {
    await redis.close();
    await database.close();
    await Promise.all([on ? null : postgres.stop(), redisServer.stop()]);
  };
  try {
    await migrate(database.pool);
    await applySchema(database, schema, { tableChanges, convertText: inNewFormats, adminEmail: "admin@example.com", allowDataLoss });
    if (hasProjectCode(schema.config)) await database.loadPrisma();
  } catch (error) {
    await close();
    throw error;
  }

  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const signer = createSigner(privateKey);
  const verifier = createVerifier([publicKey]);
  const now = () => new Date();
  const content = createContentApp({
    schema,
    database,
    redis,
    log,
    verifier,
    secret: "a secret of the tests",
    answerIdentity: "identity",
    now,
    ...(repeat && { repeat }),
    ...(jobGraceMs !== undefined && { jobGraceMs }),
    auditWaitMs,
  });
  const server = await listen({
    serving: content.app,
    host: "127.0.0.1",
    port: 0,
    log,
    ready: () => database.health(),
    close: () => content.hooks.settle(),
    onStopping: content.streams.stop,
    idleGraceMs: 0,
  });
  const port = (server.server.address() as AddressInfo).port;

  /** Signed for each request, as the gateway does: a token is valid for a minute. */
  async function send(identity: Identity | null, method: string, path: string, { body, headers = {} }: Send = {}): Promise<Reply> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(identity !== null && { "x-cms-identity": signer.sign(identity) }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" || body instanceof Uint8Array ? (body as string) : JSON.stringify(body) }),
      redirect: "manual",
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  }

  function clientOf(identity: Identity | null) {
    const by = (method: string) => (path: string, body?: unknown, headers?: Record<string, string>) =>
      send(identity, method, path, { ...(body !== undefined && { body }), ...(headers && { headers }) });
    return {
      get: (path: string, headers?: Record<string, string>) => send(identity, "GET", path, headers ? { headers } : {}),
      post: by("POST"),
      put: by("PUT"),
      patch: by("PATCH"),
      delete: (path: string, headers?: Record<string, string>) => send(identity, "DELETE", path, headers ? { headers } : {}),
      send: (method: string, path: string, options?: Send) => send(identity, method, path, options),
    };
  }

  const identityOf = (facts: Partial<Identity>): Identity => ({
    kind: "session",
    credentialId: newId(),
    userId: newId(),
    role: "",
    email: "someone@example.com",
    confirmedUntil: "9999-01-01T00:00:00.000Z",
    expiresAt: null,
    ...facts,
  });
  /** The first admin's id: schedules run as their author, who must be stored. */
  const stored = await database.one<{ id: string }>({ text: "select id from cms.users limit 1" });
  return {
    schema,
    database,
    adminId: stored?.id ?? "",
    redis,
    redisUrl: redisServer.url,
    content,
    /** An additional process that runs schedules. */
    startScheduler: (runner = content.scheduleRunner) =>
      startJobs({ database, redisUrl: redisServer.url, log, jobs: scheduleJobs(runner) }),
    log,
    lines,
    postgres,
    port,
    /** A token of a signed-in user of this role, for clients of another kind. */
    token: (role: string, userId: string = newId()) => signer.sign(identityOf({ role, userId })),
    /** A signed-in user of this role. */
    as: (role: string, userId: string = newId(), email = "someone@example.com") => clientOf(identityOf({ role, userId, email })),
    /** The same with a sign-in that is too old for sensitive changes. */
    asUnconfirmed: (role: string, userId: string = newId()) =>
      clientOf(identityOf({ role, userId, confirmedUntil: new Date(0).toISOString() })),
    asKey: (role: string, keyId: string = newId()) =>
      clientOf(identityOf({ kind: "key", credentialId: keyId, role, userId: null, email: null })),
    anonymous: () =>
      clientOf(identityOf({ kind: "anonymous", credentialId: null, userId: null, role: schema.publicRole ?? "", email: null })),
    withoutToken: () => clientOf(null),
    async stop() {
      await server.stop();
      await close();
    },
  };
}

function parse(text: string): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

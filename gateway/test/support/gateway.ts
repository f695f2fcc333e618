import { generateKeyPairSync, hash } from "node:crypto";
import { createRedis, createVerifier, startListening, urlOf, type Identity, type Log } from "@colophon/runtime";
import { makeApiKey } from "@colophon/runtime/credentials";
import { eventually } from "../../../tests/support/eventually.ts";
import { startRedis, type TestRedis } from "../../../tests/support/servers/redis.ts";
import { createTestLog } from "../../../tests/support/test-log.ts";
import { composeGateway } from "../../src/compose.ts";
import type { OpenStreamsOptions } from "../../src/streams/open-streams.ts";
import { createSlowGuard, type SlowGuard } from "../../src/connections/slow-guard.ts";
import type { TimeLimits } from "../../src/time-limits.ts";
import { startFakeUpstream, type FakeUpstream, type Seen } from "./fake-upstream.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const verifier = createVerifier([publicKey]);

type Env = Partial<Parameters<typeof composeGateway>[0]["env"]>;

export interface GatewayOptions {
  readonly env?: Env;
  readonly publicRole?: boolean;
  readonly origins?: readonly string[];
  readonly admin?: false;
  readonly adminFolder?: string;
  readonly slowGuard?: SlowGuard;
  /** By default, one that a failed test prints. */
  readonly log?: Log;
  /** How streams are checked. */
  readonly repeat?: OpenStreamsOptions["repeat"];
  /** How long a command may take until Redis counts as away: long, unless a test is about that. */
  readonly redisMs?: number | (() => number);
  /** How long services may take: as long as a slow and busy machine needs, unless a test is about that. */
  readonly timeLimits?: TimeLimits;
  /** The clock of streams, and of cached identities: for them it stands still, unless a test is about their age. */
  readonly now?: () => number;
}

const PATIENCE_MS = 250_000;
export const PATIENT_LIMITS: TimeLimits = {
  answerMs: () => PATIENCE_MS,
  lookUpMs: PATIENCE_MS,
  healthMs: PATIENCE_MS,
  equalReadMs: PATIENCE_MS,
};
/** How long a caller may take to send a body or read an answer, in tests that are not about that. */
export const PATIENT_WINDOWS = { windowMs: PATIENCE_MS, uploadWindowMs: PATIENCE_MS };

/** A gateway with its own fake services and a Redis, all stopped by `stop`. */
export async function startGateway({ redis, services, ...options }: GatewayOptions & { redis?: TestRedis; services?: Services } = {}) {
  const ownRedis = redis ?? (await startRedis());
  const upstreams = services ?? (await startServices());
  const link = createRedis({ redisUrl: ownRedis.url }, { commandMs: options.redisMs ?? PATIENCE_MS });
  const env = {
    HEALTH: "normal" as const,
    CONTENT_URL: upstreams.content.url,
    AUTH_URL: upstreams.auth.url,
    ASSET_URL: upstreams.asset.url,
    SEARCH_URL: upstreams.search.url,
    IDENTITY_PRIVATE_KEY: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
    RATE_LIMIT_PER_MINUTE: 1_000_000,
    RATE_LIMIT_AUTH_PER_MINUTE: 1_000_000,
    RATE_LIMIT_USER_PER_MINUTE: 1_000_000,
    RATE_LIMIT_ASSETS_PER_MINUTE: 1_000_000,
    MAX_UPLOAD_BYTES: 5_000_000,
    ANSWER_CACHE_BYTES: 0,
    TRUST_PROXY: undefined,
    COOKIE_SECURE: undefined,
    CMS_PUBLIC_URL: undefined,
    ...options.env,
  };
  const roles = [{ name: "admin", isAdmin: true as const }, ...(options.publicRole === false ? [] : [{ name: "visitor", public: true }])];
  const config: Parameters<typeof composeGateway>[0]["config"] = {
    cors: { origins: options.origins ?? ["https://site.example"] },
    roles,
    storage: { adapter: "local" },
    entities: [],
    ...(options.admin === false && { admin: false }),
  };
  const composed = composeGateway({
    env,
    config,
    redis: link,
    log: options.log ?? createTestLog("gateway").log,
    ...(options.adminFolder !== undefined && { adminFolder: options.adminFolder }),
    slowGuard: options.slowGuard ?? createSlowGuard(PATIENT_WINDOWS),
    timeLimits: options.timeLimits ?? PATIENT_LIMITS,
    now: options.now ?? (() => 0),
    streamClock: { ...(options.repeat && { repeat: options.repeat }), ...(options.now && { now: options.now }) },
  });
  await startListening(composed.server, 0, "127.0.0.1");
  await eventually(() => link.isUp());

  const stop = async (): Promise<void> => {
    composed.server.close();
    composed.server.closeAllConnections();
    await composed.close();
    if (!services) for (const upstream of Object.values(upstreams)) await upstream.stop();
    if (!redis) await ownRedis.stop();
  };
  return { url: urlOf(composed.server, "127.0.0.1"), services: upstreams, link, redis: ownRedis, streams: composed.streams, stop };
}

export type Services = Record<"content" | "auth" | "asset" | "search", FakeUpstream>;

export async function startServices(): Promise<Services> {
  const [content, auth, asset, search] = await Promise.all([
    startFakeUpstream(),
    startFakeUpstream(),
    startFakeUpstream(),
    startFakeUpstream(),
  ]);
  return { content, auth, asset, search };
}

/** The identity that a service would accept, or null. */
export function identityIn(seen: Pick<Seen, "headers">): Identity | null {
  const token = seen.headers["x-cms-identity"];
  const identity = typeof token === "string" ? verifier.verify(token) : null;
  return typeof identity === "string" ? null : identity;
}

/** Creates a session that the fake auth service knows. @returns the cookie's value. */
export function addSession(auth: FakeUpstream, facts: Record<string, unknown> = {}): string {
  const token = `${crypto.randomUUID()}${crypto.randomUUID()}`;
  auth.credentials.set(`session:${hash("sha256", token)}`, {
    credentialId: "session-1",
    userId: "user-1",
    role: "editor",
    email: "editor@example.com",
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    ...facts,
  });
  return token;
}

/** Creates an API key that the fake auth service knows. */
export function addKey(auth: FakeUpstream, facts: Record<string, unknown> = {}): string {
  const key = makeApiKey();
  auth.credentials.set(`key:${hash("sha256", key)}`, {
    credentialId: "key-1",
    userId: null,
    role: "reader",
    email: null,
    expiresAt: null,
    ...facts,
  });
  return key;
}

import { randomUUID } from "node:crypto";
import { AppError } from "@colophon/model/errors";
import { EPOCH_KEY, CLOSED_STREAM_TEXT, EVENT_STREAM_HEADERS, type RedisLink } from "@colophon/runtime";
import type { RequestPrincipal } from "../identity/identify.ts";
import type { IdentityCache } from "../identity/identity-cache.ts";
import { createDenseSet } from "../requests/dense-set.ts";
import type { Call } from "../requests/call.ts";
import { createLeases, type Lease } from "./leases.ts";
import type { ServerResponse } from "node:http";

/** Open streams of one session or API key, and of one address for all its anonymous callers. */
const MAX_OF_CREDENTIAL = 5;
const MAX_OF_ADDRESS = 50;
const CHECK_EVERY_MS = 1_000;
const RENEW_EVERY_CHECKS = 5;
/** Credentials that are looked up at a time, when the cached principals of all streams have become uncertain. */
const LOOKUPS_AT_A_TIME = 32;
/** A stream whose caller can't be checked for this time is cut. */
const UNCHECKED_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

interface OpenStream {
  readonly call: Call;
  readonly principal: RequestPrincipal;
  /** The look-up key of its credential; null for an anonymous caller. */
  readonly credential: string | null;
  readonly lease: Lease;
  checkedAt: number;
}

export interface OpenStreamsOptions {
  readonly redis: RedisLink;
  readonly identities: Pick<IdentityCache, "find">;
  /** Repeats work. @returns a function that ends this */
  readonly repeat?: (everyMs: number, work: () => void) => () => void;
  /** A clock in milliseconds that is never set. */
  readonly now?: () => number;
}

export type OpenStreams = ReturnType<typeof createOpenStreams>;

const repeatOnTimer = (everyMs: number, work: () => void): (() => void) => {
  const timer = setInterval(work, everyMs).unref();
  return () => clearInterval(timer);
};

/** The event streams that callers have open here. */
export function createOpenStreams({ redis, identities, repeat = repeatOnTimer, now = () => performance.now() }: OpenStreamsOptions) {
  const streams = createDenseSet<OpenStream>();
  /** Those of callers with credentials: streams of one credential share its look-up. */
  const ofCredentials = new Map<string, Set<OpenStream>>();
  const leases = createLeases({ redis });
  let isStopping = false;
  let checks = 0;
  let checking: Promise<void> | null = null;

  const readEpoch = (): Promise<string | null> => redis.run((client) => client.get(EPOCH_KEY)).catch(() => null);

  async function check(): Promise<void> {
    if (ofCredentials.size === 0) return;
    const epoch = await readEpoch();
    const waiting = [...ofCredentials];
    const work = async (): Promise<void> => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await checkOne(next[0], next[1], epoch);
    };
    await Promise.all(Array.from({ length: LOOKUPS_AT_A_TIME }, work));
  }

  async function checkOne(credential: string, own: ReadonlySet<OpenStream>, epoch: string | null): Promise<void> {
    const principal = await identities.find(credential, epoch).catch(() => undefined);
    const at = now();
    for (const stream of own) {
      if (principal === undefined ? at - stream.checkedAt > UNCHECKED_MS : !principal || isOther(principal, stream)) cut(stream);
      else if (principal) stream.checkedAt = at;
    }
  }

  function enter(stream: OpenStream): void {
    streams.add(stream);
    const { credential } = stream;
    if (credential !== null) ofCredentials.set(credential, (ofCredentials.get(credential) ?? new Set()).add(stream));
  }

  function leave(stream: OpenStream): void {
    streams.delete(stream);
    leases.free(stream.lease);
    const others = ofCredentials.get(stream.credential ?? "");
    others?.delete(stream);
    if (others?.size === 0) ofCredentials.delete(stream.credential ?? "");
  }

  function startCheck(): void {
    if (++checks % RENEW_EVERY_CHECKS === 0) leases.renew();
    checking ??= check().finally(() => (checking = null));
  }

  const stopChecking = repeat(CHECK_EVERY_MS, startCheck);

  return {
    /** The number of open streams. */
    size: (): number => streams.size,

    /** Whether new streams are closed at once, because the process stops. */
    isStopping: (): boolean => isStopping,

    /** Counts a stream until its call ends, and checks its caller each second. @throws AppError TOO_MANY_REQUESTS */
    async add(call: Call, principal: RequestPrincipal, credential: string | null): Promise<void> {
      const { kind, credentialId } = principal.identity;
      const isAnonymous = kind === "anonymous";
      const key = isAnonymous ? call.client.limitKey : `${kind}:${credentialId}`;
      const lease = { key, stream: randomUUID(), max: isAnonymous ? MAX_OF_ADDRESS : MAX_OF_CREDENTIAL };
      if (!(await leases.take(lease))) {
        const message = `At most ${lease.max} event streams may be open at a time`;
        throw new AppError("TOO_MANY_REQUESTS", message, { headers: { "retry-after": String(RETRY_AFTER_SECONDS) } });
      }
      const stream: OpenStream = { call, principal, credential, lease, checkedAt: now() };
      const { request, response } = call;
      if (response.destroyed) return leave(stream);
      enter(stream);
      const hangUp = (): void => void response.destroy(); // a caller that sends nothing more is gone: nothing would end its stream
      request.socket.once("end", hangUp);
      response.once("close", () => {
        leave(stream);
        request.socket.off("end", hangUp);
      });
    },

    /** Ends all streams: their callers come back, to another process. */
    stop(): void {
      isStopping = true;
      stopChecking();
      for (const { call } of streams) {
        if (call.response.headersSent) call.response.end();
        else call.fail(new AppError("SERVICE_UNAVAILABLE"));
      }
    },
  };
}

/** The role decides what a stream contains, and is fixed when it begins. */
function isOther({ identity }: Pick<RequestPrincipal, "identity">, { principal }: OpenStream): boolean {
  const before = principal.identity;
  return identity.role !== before.role || identity.userId !== before.userId || identity.credentialId !== before.credentialId;
}

function cut({ call }: OpenStream): void {
  if (call.response.headersSent) call.response.destroy();
  else call.fail(new AppError("UNAUTHORIZED"));
}

/** A stream that ends at once: browsers come back after one, but not after an error. */
export function endedStream(response: ServerResponse): void {
  response.writeHead(200, EVENT_STREAM_HEADERS).end(CLOSED_STREAM_TEXT);
}

import type { Service } from "@colophon/api";
import type { Config } from "@colophon/config";
import {
  createCounter,
  createLimiter,
  createMetrics,
  createSigner,
  showAnswerBytes,
  showRedis,
  showStreams,
  type Log,
  type Metrics,
  type RedisLink,
} from "@colophon/runtime";
import { createClientReader } from "./requests/client-address.ts";
import { createGateway } from "./app.ts";
import { createAuthClient } from "./identity/auth-client.ts";
import type { GatewayEnv } from "./env.ts";
import { createServiceClocks } from "./forwarding/service-clock.ts";
import { createForward, type Forward } from "./forwarding/forward.ts";
import { createHealth } from "./answers/health.ts";
import { createIdentify } from "./identity/identify.ts";
import { createIdentityCache } from "./identity/identity-cache.ts";
import { createCorsRules } from "./identity/cors.ts";
import { ADMIN_PAGE_FOLDER, createAdminPage, inlineScriptsIn } from "./page/admin-page.ts";
import { pagePolicy, type ShownSites } from "./page/policy.ts";
import { createAnswerCache } from "./answer-cache/answer-cache.ts";
import { createConcurrencyLimiter } from "./limits/concurrency-limiter.ts";
import { createBodyReader } from "./requests/read-body.ts";
import { createGatewayServer } from "./connections/server.ts";
import { createOpenStreams, type OpenStreamsOptions } from "./streams/open-streams.ts";
import { createSharedStreams } from "./streams/shared-streams.ts";
import { createSlowGuard, type SlowGuard } from "./connections/slow-guard.ts";
import { createTargets } from "./forwarding/targets.ts";
import { TIME_LIMITS, type TimeLimits } from "./time-limits.ts";

const FOUND_ANSWERS = {
  name: "answer_cache_reads_total",
  help: "Reads that the cache of answers could answer, by outcome: hit, miss.",
  label: "outcome",
};
const REFUSALS = { name: "rate_limit_refusals_total", help: "Requests that the rate limit refused, by route.", label: "route" };

/** Creates the gateway from its parts. Nothing listens yet. */
export function composeGateway({
  env,
  config,
  redis,
  log,
  metrics = createMetrics("gateway"),
  adminFolder = ADMIN_PAGE_FOLDER,
  slowGuard = createSlowGuard(),
  streamClock = {},
  timeLimits = TIME_LIMITS,
  now = () => performance.now(),
}: {
  env: GatewayEnv;
  config: Pick<Config, "roles"> & ShownSites;
  redis: RedisLink;
  log: Log;
  metrics?: Metrics;
  adminFolder?: string | undefined;
  slowGuard?: SlowGuard;
  /** The clock of the checks of streams. */
  streamClock?: Pick<OpenStreamsOptions, "repeat" | "now">;
  timeLimits?: TimeLimits;
  /** A clock in milliseconds, by which cached identities and answers become old. */
  now?: () => number;
}) {
  const targets = createTargets();
  const lookUps = createTargets({ maxSockets: 128 }); // neither these nor the health request wait behind other requests
  const probes = createTargets();
  const concurrency = createConcurrencyLimiter();
  const readTime = createServiceClocks({ log, registry: metrics.registry });
  const urls = urlsOf(env);
  const signer = createSigner(env.IDENTITY_PRIVATE_KEY);
  const { answerMs, lookUpMs, healthMs, equalReadMs } = timeLimits;
  const cacheFor = (isUse: boolean) =>
    createIdentityCache(createAuthClient({ pickUrl: () => env.AUTH_URL, agent: lookUps.agent, signer, isUse, limitMs: lookUpMs }), now);
  const cache = cacheFor(true);
  const readers = cacheFor(false); // apart: with a stream open, requests would never be looked up, and their session would end
  const countFound = createCounter(metrics.registry, FOUND_ANSWERS);
  const maxBytes = env.ANSWER_CACHE_BYTES;
  const answers = maxBytes > 0 ? createAnswerCache({ maxBytes, onFind: countFound, now, equalReadMs }) : null;
  redis.onUncertain((doubt) => {
    for (const { forgetAll } of [cache, readers]) forgetAll();
    if (doubt === "lost") answers?.forgetAll(); // each use of an answer compares its epochs with those of the same server
  });
  const publicRole = config.roles.find((role) => role.public)?.name ?? null;

  const shared = createSharedStreams();
  const streams = createOpenStreams({ redis, identities: readers, ...streamClock });

  showRedis(metrics.registry, redis);
  showStreams(metrics.registry, streams.size);
  showAnswerBytes(metrics.registry, () => answers?.bytes() ?? 0);
  const health = createHealth({ urls: Object.values(urls), agent: probes.agent, needsWrites: env.HEALTH === "strict", limitMs: healthMs });
  const gateway = createGateway({
    log,
    metrics,
    signer,
    health,
    adminPage: createAdminPage({
      folder: adminFolder,
      isOn: config.admin !== false,
      policy: pagePolicy(config, inlineScriptsIn(adminFolder)),
    }),
    readClient: createClientReader(env.TRUST_PROXY),
    onRefusal: createCounter(metrics.registry, REFUSALS),
    limiter: createLimiter({ redis }),
    answers,
    limits: {
      general: env.RATE_LIMIT_PER_MINUTE,
      auth: env.RATE_LIMIT_AUTH_PER_MINUTE,
      user: env.RATE_LIMIT_USER_PER_MINUTE,
      assets: env.RATE_LIMIT_ASSETS_PER_MINUTE,
    },
    cors: createCorsRules({ origins: config.cors.origins, publicUrl: env.CMS_PUBLIC_URL }),
    identities: cache,
    identify: createIdentify({ cache, publicRole }),
    identifyReader: createIdentify({ cache: readers, publicRole }),
    forwards: forwardsTo(urls, (url) => createForward({ url, targets, concurrency, readTime, log, answerMs, answers, streams: shared })),
    readBody: createBodyReader(),
    slowGuard,
    streams,
    maxUploadBytes: env.MAX_UPLOAD_BYTES,
    cookieSecure: env.COOKIE_SECURE,
  });
  const server = createGatewayServer(gateway);
  const close = async (): Promise<void> => {
    slowGuard.stop();
    streams.stop();
    for (const { agent } of [targets, lookUps, probes]) agent.destroy();
    await redis.close();
  };
  return { server, health, streams, close };
}

function urlsOf(env: GatewayEnv): Partial<Record<Service, string>> {
  const urls = { content: env.CONTENT_URL, auth: env.AUTH_URL, asset: env.ASSET_URL, search: env.SEARCH_URL };
  return Object.fromEntries(Object.entries(urls).filter(([, url]) => url !== undefined));
}

function forwardsTo(urls: Partial<Record<Service, string>>, create: (url: string) => Forward): Partial<Record<Service, Forward>> {
  return Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, create(url)]));
}

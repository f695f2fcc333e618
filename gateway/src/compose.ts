import type { Config, EVERY_PROCESS_READS } from "@colophon/config";
import { createCounter, createMetrics, createSigner, showRedis, type Log, type Metrics, type RedisLink } from "@colophon/runtime";
import { createAddressReader } from "./address.ts";
import { createGateway } from "./app.ts";
import { createAuthClient } from "./auth-client.ts";
import type { GatewayEnv } from "./env.ts";
import { createForward, type Forward } from "./forward.ts";
import { createHealth } from "./health.ts";
import { createIdentify } from "./identify.ts";
import { createIdentityCache } from "./identity-cache.ts";
import { createOriginRules } from "./origin.ts";
import { createLimiter } from "./rate-limit-redis.ts";
import { createGatewayServer } from "./server.ts";
import { guardAgainstSlowness } from "./slow-guard.ts";
import { createTargets } from "./targets.ts";
import type { UpstreamName } from "./upstreams.ts";

type Settings = Omit<GatewayEnv, (typeof EVERY_PROCESS_READS)[number] | "OPS_PORT" | "REDIS_URL">;

const REFUSALS = { name: "rate_limit_refusals_total", help: "Requests that the rate limit refused, by route.", label: "route" };

/** Puts the gateway together from what it needs. Nothing listens yet. */
export function composeGateway({
  env,
  config,
  redis,
  log,
  metrics = createMetrics("gateway"),
}: {
  env: Settings;
  config: Pick<Config, "cors" | "roles">;
  redis: RedisLink;
  log: Log;
  metrics?: Metrics;
}) {
  const targets = createTargets();
  const { agent } = targets;
  const urls = urlsOf(env);
  const signer = createSigner(env.IDENTITY_PRIVATE_KEY);
  const cache = createIdentityCache(createAuthClient({ pickUrl: () => env.AUTH_URL, agent, signer }));
  redis.onDoubt(cache.forgetAll);

  showRedis(metrics.registry, redis);
  const health = createHealth({ urls: Object.values(urls), agent });
  const gateway = createGateway({
    log,
    metrics,
    signer,
    health,
    readOrigin: createAddressReader(env.TRUST_PROXY),
    onRefusal: createCounter(metrics.registry, REFUSALS),
    limiter: createLimiter({ redis }),
    limits: { general: env.RATE_LIMIT_PER_MINUTE, auth: env.RATE_LIMIT_AUTH_PER_MINUTE },
    originRules: createOriginRules({ origins: config.cors.origins, publicUrl: env.CMS_PUBLIC_URL }),
    identify: createIdentify({ cache, publicRole: config.roles.find((role) => role.public)?.name ?? null }),
    forwards: forwardsTo(urls, (url) => createForward({ url, targets, log })),
    maxUploadBytes: env.MAX_UPLOAD_BYTES,
    cookieSecure: env.COOKIE_SECURE,
  });
  const server = createGatewayServer(gateway);
  const guard = guardAgainstSlowness(server, { isUpload: (request) => request.url?.startsWith("/api/assets/upload") ?? false });
  const close = async (): Promise<void> => {
    guard.stop();
    agent.destroy();
    await redis.close();
  };
  return { server, health, close };
}

function urlsOf(env: Settings): Partial<Record<UpstreamName, string>> {
  const urls = { content: env.CONTENT_URL, auth: env.AUTH_URL, asset: env.ASSET_URL, search: env.SEARCH_URL };
  return Object.fromEntries(Object.entries(urls).filter(([, url]) => url !== undefined));
}

function forwardsTo(urls: Partial<Record<UpstreamName, string>>, create: (url: string) => Forward): Partial<Record<UpstreamName, Forward>> {
  return Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, create(url)]));
}

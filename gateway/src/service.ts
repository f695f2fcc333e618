/** The gateway: its variables, what it opens and what it serves. */
import { loadConfig } from "@colophon/config";
import { createRedis, describeService, redisSettings } from "@colophon/runtime";
import { builtPageFolder } from "@colophon/runtime/program-files";
import { composeGateway } from "./compose.ts";
import { GATEWAY_ENV } from "./env.ts";

/** Callers' idle connections are closed after this time; a browser opens a new one, running requests are answered. */
const IDLE_GRACE_MS = 500;

export const gateway = describeService({
  name: "gateway",
  env: GATEWAY_ENV,
  async open({ env, log, metrics }) {
    const config = await loadConfig(env.CMS_CONFIG);
    const redis = createRedis(redisSettings(env), { log });
    const { server, health, streams, close } = composeGateway({
      env,
      config,
      redis,
      log,
      metrics,
      adminFolder: builtPageFolder(env.CMS_CONFIG),
    });
    return {
      serving: { server, operationsPort: env.OPS_PORT },
      ready: health.hasStarted,
      idleGraceMs: IDLE_GRACE_MS,
      onStopping: streams.stop,
      close,
    };
  },
});

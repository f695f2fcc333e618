import { createServer } from "node:http";
import { loadConfig } from "@colophon/config";
import { createDrain, createLog, createOperations, createRedis, once, onStopSignal, startListening, urlOf } from "@colophon/runtime";
import { composeGateway } from "./compose.ts";
import { readGatewayEnv } from "./env.ts";

/** Callers' idle connections are closed after this; a browser opens a new one, a request under way is answered. */
const IDLE_GRACE_MS = 500;

const env = readGatewayEnv(process.env);
const log = createLog({ name: "gateway", level: env.LOG_LEVEL });
const config = await loadConfig(env.CMS_CONFIG);
const redis = createRedis(env.REDIS_URL, { log });
const { server, metrics, health, close } = composeGateway({ env, config, redis, log });
const { drain, isDraining } = createDrain(server, { idleGraceMs: IDLE_GRACE_MS });

const ready = async (): Promise<boolean> => !isDraining() && health.isHealthy();
const operations = createServer(createOperations({ ready, metrics }));
if (env.OPS_PORT !== undefined) await startListening(operations, env.OPS_PORT, env.HOST);

await startListening(server, env.PORT, env.HOST);
log.info({ url: urlOf(server, env.HOST) }, "listening");

const stop = once(async () => {
  await drain();
  operations.close();
  operations.closeAllConnections();
  await close();
});
onStopSignal({ log, stop });

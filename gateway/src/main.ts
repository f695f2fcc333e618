import { createServer } from "node:http";
import { loadConfig } from "@colophon/config";
import { createDrain, createOperations, createRedis, once, onStopSignal, openProcess, run, startListening, urlOf } from "@colophon/runtime";
import { stopTracing } from "@colophon/tracing";
import { composeGateway } from "./compose.ts";
import { readGatewayEnv } from "./env.ts";

/** Callers' idle connections are closed after this; a browser opens a new one, a request under way is answered. */
const IDLE_GRACE_MS = 500;

await run(start);

async function start(): Promise<void> {
  const env = readGatewayEnv(process.env);
  const { log, metrics } = await openProcess("gateway", env);
  const config = await loadConfig(env.CMS_CONFIG);
  const redis = createRedis(env.REDIS_URL, { log });
  const { server, health, close } = composeGateway({ env, config, redis, log, metrics });
  const { drain, isDraining } = createDrain(server, { idleGraceMs: IDLE_GRACE_MS });

  const ready = async (): Promise<boolean> => !isDraining() && health.hasStarted();
  const operations = createServer(createOperations({ ready, metrics }));
  if (env.OPS_PORT !== undefined) await startListening(operations, env.OPS_PORT, env.HOST);

  await startListening(server, env.PORT, env.HOST);
  log.info({ url: urlOf(server, env.HOST) }, "listening");

  const stop = once(async () => {
    await drain();
    operations.close();
    operations.closeAllConnections();
    await close();
    await stopTracing();
  });
  onStopSignal({ log, stop });
}

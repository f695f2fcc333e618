import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createProcessGroup, type ProcessGroup } from "./processes/process-group.ts";
import { claimDataFolder } from "./data-folder.ts";
import { freePort, isFree } from "./processes/free-port.ts";
import { startPreparation, type Preparation } from "./preparation/preparation.ts";
import { forgetRunning, noteRunning } from "./running.ts";
import { derivedKey, keptSecret } from "./secrets.ts";
import type { Output } from "./output.ts";
import { preparePostgres } from "./postgres/postgres.ts";
import { prepareRedis } from "./redis/redis.ts";
import { SERVICES, type Service, type Variables } from "./services.ts";
import { type Settings, StartError } from "./settings.ts";
import { startSeparately, startTogether } from "./start-services.ts";
import { waitForHealth } from "./health.ts";

/** A running stack. */
export interface Stack {
  /** The URL of the gateway. */
  readonly url: string;
  /** The URL of the admin page; null if the configuration disables it. */
  readonly adminUrl: string | null;
  readonly dataFolder: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly mailsArePrinted: boolean;
  /** The processes of this stack with their current process ids. */
  processes(): readonly { readonly name: string; readonly pid: number | null }[];
  /** Starts what `renew` needs, so that it takes less time. */
  expectRenewal(): void;
  /**
   * Applies a changed configuration: to the tables, then by a restart of the services alone.
   * @throws StartError if the tables can't be changed; the services then go on.
   */
  renew(): Promise<void>;
  /** Stops everything in order; a second call waits for the same stop. */
  stop(): Promise<void>;
}

export interface StackOptions {
  readonly variables: Variables;
  readonly output: Output;
  /** Cancels a start that is in progress. */
  readonly signal?: AbortSignal | undefined;
  /** All services of the product by default; tests pass their own, each with a program. */
  readonly services?: readonly Service[];
}

const STORES_ROUND = 9;

/**
 * Starts PostgreSQL and Redis if no address of them is configured, then every process of the product, and waits until
 * the gateway reports all of them healthy.
 * @throws StartError; if possible before anything listens. Never leaves a process behind.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const preparation = startPreparation(options);
  try {
    const settings = await preparation.ask("settings"); // reports what is invalid before anything starts
    return await startPrepared(options, { settings, preparation });
  } finally {
    preparation.end();
  }
}

interface Prepared {
  readonly settings: Settings & { readonly hasAdminPage: boolean };
  readonly preparation: Preparation;
}

async function startPrepared({ variables, output, signal, services }: StackOptions, { settings, preparation }: Prepared): Promise<Stack> {
  const folder = await claimDataFolder(settings.dataFolder);
  const group = createProcessGroup(output, signal);
  let closeServices = (): void => undefined;
  let nextPreparation: Preparation | null = null;
  const stop = () => {
    nextPreparation?.end();
    return group.stop().finally(() => {
      closeServices();
      forgetRunning(folder.path);
      folder.release();
    });
  };
  try {
    const port = await gatewayPort(settings);
    const stores = await startStores(settings, { dataFolder: folder.path, group, output, preparation });
    const secret = settings.secret ?? keptSecret(folder.path, "secret");
    const productVariables = {
      CMS_CONFIG: settings.configFile,
      CMS_DATA_DIR: folder.path,
      CMS_SECRET: secret,
      ASSET_URL_KEY: variables["ASSET_URL_KEY"] ?? derivedKey(secret, "asset urls"),
      NODE_COMPILE_CACHE: variables["NODE_COMPILE_CACHE"] ?? join(folder.path, "compile-cache"),
      DATABASE_URL: stores.databaseUrl,
      REDIS_URL: stores.redisUrl,
    };
    const allVariables = { ...variables, ...productVariables };
    const usesTables = services?.some(({ role }) => role !== undefined) ?? true;
    const tables = { databaseUrl: stores.databaseUrl, dataFolder: folder.path, variables: allVariables };
    const databaseUrls = usesTables ? await preparation.ask("prepareTables", tables) : {};
    group.requireGoing();
    const options = { services: services ?? SERVICES, variables: allVariables, databaseUrls, port, host: settings.host };
    const inOne = services === undefined && settings.processes === "one";
    const started = await (inOne ? startTogether : startSeparately)(options, preparation, group);
    closeServices = started.close;
    const url = `http://${requestableHost(settings.host)}:${port}`;
    await waitForHealth(url, started.addresses, group.requireGoing);
    group.settle();
    noteRunning(folder.path, { url, ...stores, secret });
    const adminUrl = settings.hasAdminPage ? `${url}/admin/` : null;
    const expectRenewal = () => {
      if (usesTables) nextPreparation ??= startPreparation({ variables, output, signal });
    };
    const renew = async () => {
      expectRenewal();
      const renewal = nextPreparation;
      nextPreparation = null;
      await renewal?.ask("prepareTables", tables).finally(renewal.end);
      await group.restartBefore(STORES_ROUND);
      await waitForHealth(url, started.addresses, group.requireGoing);
    };
    const { mailsArePrinted } = settings;
    return { url, adminUrl, dataFolder: folder.path, ...stores, mailsArePrinted, processes: group.members, expectRenewal, renew, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function gatewayPort({ port, host }: Settings): Promise<number> {
  if (port === 0) return freePort();
  for (let attempt = 0; attempt < 10; attempt++) {
    if (await isFree(port, host)) return port;
    await sleep(200); // the gateway of an earlier stack that was killed may still be draining
  }
  throw new StartError(`Port ${port} is in use by another program. Choose another port, for example: PORT=${port + 1} npm start`);
}

interface StoresOptions {
  readonly dataFolder: string;
  readonly group: ProcessGroup;
  readonly output: Output;
  readonly preparation: Preparation;
}

async function startStores(
  settings: Settings,
  { dataFolder, group, output, preparation }: StoresOptions,
): Promise<{ databaseUrl: string; redisUrl: string }> {
  const database = async () => {
    if (settings.databaseUrl !== undefined) return settings.databaseUrl;
    const program = await preparePostgres(dataFolder);
    await group.run(program, STORES_ROUND);
    await preparation.ask("transferDatabase", program.superuserUrl, program.databaseOwner);
    return program.url;
  };
  const redis = async () => {
    if (settings.redisUrl !== undefined) return settings.redisUrl;
    const program = await prepareRedis(dataFolder);
    if (!program.native)
      output.printMessage("No redis-server or valkey-server on the PATH: using a slow one in JavaScript. Install Redis, or set REDIS_URL.");
    await group.run(program, STORES_ROUND);
    return program.url;
  };
  const [databaseUrl, redisUrl] = await allOrFirstError([database(), redis()]);
  return { databaseUrl, redisUrl };
}

/** Like Promise.all, but waits for both before it throws, so that nothing is still starting during the stop. */
async function allOrFirstError(work: readonly [Promise<string>, Promise<string>]): Promise<[string, string]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** A host that can be requested, for the address that the gateway listens on. */
function requestableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

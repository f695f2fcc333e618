import { rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, ListenOptions as ListenAddress } from "node:net";
import { createDrain } from "./drain.ts";
import type { Log } from "../log/log.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import { showRunningRequests } from "../metrics/gauges.ts";
import { createOperations } from "./operations.ts";

const OF_SERVICES = { headersTimeout: 10_000, requestTimeout: 0, keepAliveTimeout: 65_000, connectionsCheckingInterval: 2000 };

export interface ListenOptions {
  /** An app, which is served with the operations paths, or a server that serves these paths on a separate port or not at all. */
  readonly serving: RequestListener | ServerApart;
  readonly host?: string;
  readonly port?: number;
  /** The path of a Unix socket to listen on instead; an app only. */
  readonly socket?: string | undefined;
  readonly log: Log;
  /** Whether the process can currently work; called at each `/readyz`. */
  readonly ready: () => Promise<boolean>;
  /** Whether it could write; called at each `/readyz?writes`. */
  readonly writable?: (() => Promise<boolean>) | undefined;
  /** Called when it begins to stop. */
  readonly onStopping?: () => void;
  /** Closes what the service opened; called once, after the last answer. */
  readonly close: () => Promise<void>;
  readonly metrics?: Metrics;
  /** How long a stop leaves idle connections to the other side; by default 5 s, a little more than the gateway's agent keeps them. */
  readonly idleGraceMs?: number;
  /** Time limits of the connections of an app; by default `OF_SERVICES`. */
  readonly times?: Partial<typeof OF_SERVICES> | undefined;
}

/** A publicly reachable server: it does not serve `/livez`, `/readyz` and `/metrics`. */
export interface ServerApart {
  readonly server: Server;
  readonly operationsPort: number | undefined;
}

/** Serves, with `/livez`, `/readyz` and `/metrics`, and stops gracefully. Resolves when it listens. */
export async function listen(options: ListenOptions) {
  const { serving, host = "127.0.0.1", port = 0, socket, log, writable, metrics = createMetrics("service") } = options;
  const isApp = typeof serving === "function";
  const { server, operationsPort } = isApp
    ? { server: createServer({ ...OF_SERVICES, ...options.times }), operationsPort: undefined }
    : serving;
  const drain = createDrain(server, options.idleGraceMs === undefined ? {} : { idleGraceMs: options.idleGraceMs });
  showRunningRequests(metrics.registry, drain.running);
  const ready = async () => !drain.isDraining() && (await options.ready());
  if (isApp) server.on("request", createOperations({ ready, writable, metrics, next: serving }));
  const operations = createServer(createOperations({ ready, writable, metrics }));

  if (operationsPort !== undefined) await startListening(operations, operationsPort, host);
  if (socket === undefined) await startListening(server, port, host);
  else await startListeningAt(server, socket);
  const stop = once(async () => {
    options.onStopping?.();
    await drain.drain();
    operations.close();
    operations.closeAllConnections();
    await options.close();
  });

  const url = socket === undefined ? urlOf(server, host) : `unix:${socket}`;
  log.info({ url }, "listening");
  return { server, url, stop };
}

/** Starts a server. @throws the server's error, such as EADDRINUSE. */
export function startListening(server: Server, port: number, host: string): Promise<void> {
  return listening(server, { port, host });
}

/** Starts a server on a Unix socket; a file that an earlier process left there is removed. */
function startListeningAt(server: Server, path: string): Promise<void> {
  rmSync(path, { force: true });
  return listening(server, { path });
}

function listening(server: Server, at: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ ...at, backlog: 4096 }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** The URL of a listening server, for logs and tests. */
export function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = isAddress(address) ? address.port : 0;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** A function that runs at the first call, and returns the same promise at each further one. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

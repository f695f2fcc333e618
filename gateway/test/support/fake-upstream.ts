import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that a fake service received. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly rawHeaders: readonly string[];
  readonly bodyBytes: number;
}

export interface FakeUpstream {
  readonly url: string;
  readonly server: Server;
  /** Every request but `/readyz` and `/internal/identify`, in the order of arrival. */
  readonly seen: Seen[];
  /** Replaces the service's answer; null restores the echo. */
  behave(listener: RequestListener | null): void;
  /** The holders of credentials: keys such as `session:<hash>`; requested through `/internal/identify`. */
  readonly credentials: Map<string, Record<string, unknown>>;
  /** The status of all answers to such requests; null restores the right ones. */
  behaveAtIdentify(status: number | null): void;
  /** How often the holder of a credential was requested. */
  lookUps: number;
  /** How often of a session, or a key, that was used. */
  uses: number;
  ready: boolean;
  /** Whether it can write, as far as it is ready. */
  writable: boolean;
  stop(): Promise<void>;
}

/** A service that echoes its requests, and can be made to fail. */
export async function startFakeUpstream(port = 0): Promise<FakeUpstream> {
  let behaviour: RequestListener | null = null;
  let identifyStatus: number | null = null;
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    if (request.url === "/readyz") return void response.writeHead(fake.ready ? 200 : 503).end();
    if (request.url === "/readyz?writes") {
      const headers = fake.ready && !fake.writable ? { "x-cms-reads-only": "1" } : {};
      return void response.writeHead(fake.ready && fake.writable ? 200 : 503, headers).end();
    }
    if (request.url === "/internal/identify") return identify(request, response);
    if (behaviour) {
      fake.seen.push(toSeen(request, 0));
      return behaviour(request, response);
    }
    let bodyBytes = 0;
    request.on("data", (chunk: Buffer) => (bodyBytes += chunk.length));
    request.on("end", () => {
      const seen = toSeen(request, bodyBytes);
      fake.seen.push(seen);
      const body = JSON.stringify(seen);
      response.writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(body),
        etag: '"1.abc"',
      });
      response.end(request.method === "HEAD" ? undefined : body);
    });
  });

  const identify: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { kind, hash, isUse = true } = JSON.parse(Buffer.concat(chunks).toString());
      fake.lookUps++;
      if (isUse) fake.uses++;
      const found = fake.credentials.get(`${kind}:${hash}`);
      response.writeHead(identifyStatus ?? (found ? 200 : 404), { "content-type": "application/json" }).end(JSON.stringify(found ?? {}));
    });
  };

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const fake: FakeUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    seen: [],
    behave: (listener) => void (behaviour = listener),
    credentials: new Map(),
    behaveAtIdentify: (status) => void (identifyStatus = status),
    lookUps: 0,
    uses: 0,
    ready: true,
    writable: true,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

function toSeen(request: IncomingMessage, bodyBytes: number): Seen {
  const { method = "", url = "", headers, rawHeaders } = request;
  return { method, url, headers, rawHeaders, bodyBytes };
}

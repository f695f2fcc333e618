/** Redis with a replica and Sentinels, everything encrypted and with passwords, as managed services run it. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { startChild, type ChildServer } from "./child-server.ts";
import { freePort } from "./free-port.ts";

export const HAS_SENTINEL = ["redis-server", "openssl"].every((name) => spawnSync(name, ["--version"]).error === undefined);

const PASSWORD = "secret of redis";
const SENTINEL_PASSWORD = "secret of the sentinels";
const NAME = "site";
const SENTINELS = 3;
const DOWN_AFTER_MS = 1_000;

export interface Sentinels {
  /** The variables of a site that uses them. */
  readonly variables: Readonly<Record<string, string>>;
  /** The server that the Sentinels call the master. */
  master(): Promise<{ readonly port: number; readonly pid: number }>;
  /** A connection to the server at this port. */
  connect(port: number): Redis;
  stop(): Promise<void>;
}

/** Starts them. Only the certificate of an authority of its own makes them trustworthy. */
export async function startSentinels(): Promise<Sentinels> {
  const folder = mkdtempSync(join(tmpdir(), "colophon-sentinel-"));
  makeCertificates(folder);
  const ca = readFileSync(join(folder, "ca.crt"), "utf8");
  const started: ChildServer[] = [];
  const start = async (port: number, lines: readonly string[], ...args: string[]): Promise<ChildServer> => {
    const file = join(folder, `${port}.conf`);
    writeFileSync(file, [...encrypted(folder, port), ...lines, ""].join("\n"));
    const child = await startChild("redis-server", [file, ...args], args.length > 0 ? "+monitor master" : "Ready to accept", {
      cwd: folder,
    });
    started.push(child);
    return child;
  };
  const connect = (port: number, password = PASSWORD): Redis => {
    const client = new Redis({ port, host: "127.0.0.1", password, tls: { ca }, maxRetriesPerRequest: 1, commandTimeout: 2_000 });
    client.on("error", () => undefined);
    return client;
  };

  const [first, second] = [await freePort(), await freePort()];
  const server = [`requirepass "${PASSWORD}"`, `masterauth "${PASSWORD}"`, 'save ""', "repl-diskless-sync-delay 0"];
  const pids = new Map([
    [first, (await start(first, server)).process.pid ?? 0],
    [second, (await start(second, [...server, `replicaof 127.0.0.1 ${first}`])).process.pid ?? 0],
  ]);
  const ports: number[] = [];
  for (let at = 0; at < SENTINELS; at++) {
    const port = await freePort();
    ports.push(port);
    await start(port, sentinelLines(first), "--sentinel");
  }

  return {
    variables: {
      REDIS_URL: `rediss://:${encodeURIComponent(PASSWORD)}@by-sentinel`,
      REDIS_CA_FILE: join(folder, "ca.crt"),
      REDIS_SENTINELS: ports.map((port) => `127.0.0.1:${port}`).join(","),
      REDIS_SENTINEL_NAME: NAME,
      REDIS_SENTINEL_PASSWORD: SENTINEL_PASSWORD,
    },
    async master() {
      const sentinel = connect(ports[0] ?? 0, SENTINEL_PASSWORD);
      try {
        const [, port] = (await sentinel.call("sentinel", "get-master-addr-by-name", NAME)) as string[];
        return { port: Number(port), pid: pids.get(Number(port)) ?? 0 };
      } finally {
        sentinel.disconnect();
      }
    },
    connect,
    async stop() {
      await Promise.all(started.map((child) => child.end("SIGKILL")));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function encrypted(folder: string, port: number): string[] {
  const files = ["cert-file server.crt", "key-file server.key", "ca-cert-file ca.crt"].map((line) => line.replace(" ", ` ${folder}/`));
  return [
    "port 0",
    `tls-port ${port}`,
    "bind 127.0.0.1",
    ...files.map((line) => `tls-${line}`),
    "tls-auth-clients no",
    "tls-replication yes",
  ];
}

function sentinelLines(masterPort: number): string[] {
  return [
    `requirepass "${SENTINEL_PASSWORD}"`,
    `sentinel sentinel-pass "${SENTINEL_PASSWORD}"`,
    `sentinel monitor ${NAME} 127.0.0.1 ${masterPort} 2`,
    `sentinel auth-pass ${NAME} "${PASSWORD}"`,
    `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
    `sentinel failover-timeout ${NAME} 5000`,
  ];
}

/** An authority, and a certificate of it for 127.0.0.1. */
function makeCertificates(folder: string): void {
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
  const newKey = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  openssl(...newKey, "-subj", "/CN=Test authority", "-keyout", "ca.key", "-out", "ca.crt");
  const signed = [
    "-CA",
    "ca.crt",
    "-CAkey",
    "ca.key",
    "-addext",
    "subjectAltName=IP:127.0.0.1",
    "-addext",
    "basicConstraints=critical,CA:FALSE",
  ];
  openssl(...newKey, ...signed, "-subj", "/CN=redis", "-keyout", "server.key", "-out", "server.crt");
}

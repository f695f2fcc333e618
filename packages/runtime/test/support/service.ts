import { generateKeyPairSync } from "node:crypto";
import { Writable } from "node:stream";
import {
  createApp,
  createLog,
  createMetrics,
  createSigner,
  createVerifier,
  listen,
  type AppOptions,
  type Identity,
  type Router,
} from "../../src/index.ts";
import type { ListenOptions } from "../../src/process/listen.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");

/** Signs like the gateway whose public key the services of these tests have. */
export const signer = createSigner(privateKey);
export const editor: Identity = {
  kind: "session",
  credentialId: "s1",
  userId: "u1",
  role: "editor",
  email: "e@example.com",
  expiresAt: null,
};

/** A log whose lines a test can read. */
export function createTestLog(traced = false) {
  const lines: string[] = [];
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().trim().split("\n"));
      done();
    },
  });
  return { lines, log: createLog({ name: "test", to, traced }) };
}

/** A service with these routes, listening, and a `fetch` that presents an identity. */
export async function startService(
  routes: (router: Router) => void,
  options: Partial<AppOptions> & {
    ready?: () => Promise<boolean>;
    writable?: () => Promise<boolean>;
    traced?: boolean;
    now?: () => number;
    idleGraceMs?: number;
    times?: ListenOptions["times"];
  } = {},
) {
  const { log, lines } = createTestLog(options.traced);
  const metrics = createMetrics("test");
  const app = createApp({ name: "test", log, metrics, verifier: createVerifier([publicKey], options.now), routes, ...options });
  const closed: string[] = [];
  const ready = options.ready ?? (async () => true);
  const running = await listen({
    serving: app,
    port: 0,
    log,
    metrics,
    ready,
    writable: options.writable,
    close: async () => void closed.push("closed"),
    idleGraceMs: options.idleGraceMs ?? 100,
    times: options.times,
  });

  return {
    ...running,
    lines,
    metrics,
    closed,
    /** Sends requests as `identity`; null sends them without a token. */
    ask(path: string, { identity = editor, headers, ...init }: RequestInit & { identity?: Identity | null } = {}): Promise<Response> {
      const token: Record<string, string> = identity ? { "x-cms-identity": signer.sign(identity) } : {};
      return fetch(running.url + path, { ...init, headers: { ...token, ...(headers as Record<string, string>) } });
    },
  };
}

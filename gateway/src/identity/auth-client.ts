import { request as httpRequest, type Agent } from "node:http";
import { identify } from "@colophon/api";
import { unavailable } from "@colophon/model/errors";
import { currentTraceparent } from "@colophon/runtime/tracing";
import { upstreamOf, type Upstream } from "../connections/upstream.ts";
import type { Principal } from "./identity-cache.ts";
import { IDENTITY_HEADER, type Identity, type Signer } from "@colophon/runtime";

const GATEWAY: Identity = { kind: "gateway", credentialId: null, userId: null, role: "", expiresAt: null };

/** The auth service's answer about a valid credential. */
interface Found {
  readonly credentialId: string;
  readonly userId: string | null;
  readonly role: string;
  readonly email: string | null;
  readonly confirmedUntil: string | null;
  readonly expiresAt: string | null;
  readonly rateLimitPerMinute?: number | null;
}

interface AuthClientOptions {
  readonly pickUrl: () => string;
  readonly agent: Agent;
  readonly signer: Signer;
  readonly isUse: boolean;
  /** How long an attempt may take. */
  readonly limitMs: number;
}

/**
 * Asks the auth service for the principal of a credential.
 *
 * @param isUse - whether sessions are extended by it.
 * @returns a function from `session:<hash>` or `key:<hash>` to the principal, or null if the credential is not valid.
 */
export function createAuthClient({ pickUrl, agent, signer, isUse, limitMs }: AuthClientOptions) {
  async function ask(body: string): Promise<{ status: number; text: string }> {
    const traceparent = currentTraceparent();
    const headers = {
      ...(traceparent !== undefined && { traceparent }),
      [IDENTITY_HEADER]: signer.sign(GATEWAY),
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    return post(upstreamOf(pickUrl()), { agent, headers, body, limitMs });
  }

  return async function lookUp(key: string): Promise<Principal | null> {
    const [kind, hash] = key.split(":");
    const body = JSON.stringify({ kind, hash, ...(!isUse && { isUse }) });
    // Repeating the request has no effect, and the service may just have closed the first connection.
    const answer = await ask(body)
      .catch(() => ask(body))
      .catch((cause: unknown) => {
        throw unavailable(cause);
      });
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw unavailable(new Error(`auth answered ${answer.status}`));

    const found: Found = JSON.parse(answer.text);
    const identity: Identity = { kind: kind === "key" ? "key" : "session", ...pick(found) };
    return { identity, rateLimitPerMinute: found.rateLimitPerMinute ?? null };
  };
}

function pick({ credentialId, userId, role, email, confirmedUntil, expiresAt }: Found): Omit<Identity, "kind"> {
  return {
    credentialId,
    userId: userId ?? null,
    role,
    email: email ?? null,
    confirmedUntil: confirmedUntil ?? null,
    expiresAt: expiresAt ?? null,
  };
}

function post(
  upstream: Upstream,
  { agent, headers, body, limitMs }: { agent: Agent; headers: Record<string, string | number>; body: string; limitMs: number },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { ...upstream, path: identify.path, method: "POST", agent, headers, signal: AbortSignal.timeout(limitMs) },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }));
        answer.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

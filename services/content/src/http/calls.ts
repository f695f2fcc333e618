import type { Principal, PrincipalEngine, AuditAction, Engine } from "@colophon/engine";

/** The signed-in user in hooks and custom routes; null for API keys and anonymous callers. */
export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly role: string;
}

/** The caller and its request: the first argument of all operations in this service. */
export interface Call {
  readonly principal: Principal;
  /** Checks and plans for this principal. */
  readonly engine: PrincipalEngine;
  readonly user: SignedInUser | null;
  readonly role: string;
  readonly requestId: string;
  /** The caller's network address; null for work of the service itself. */
  readonly address: string | null;
  /** Set for a write whose plan doesn't name its operation. */
  readonly action?: AuditAction | undefined;
  /** False for a hook's own writes: they run no hooks, so that none calls itself forever. */
  readonly runsHooks: boolean;
  /** The start of the request, by `performance.now()`. Time limits count from it. */
  readonly askedAtMs: number;
}

/** The same call, with the permissions of another principal. */
export function actingAs(call: Call, engine: PrincipalEngine): Call {
  return { ...call, principal: engine.principal, engine };
}

/** Work of the service itself, as the system by default. */
export function ownCall({
  engine,
  requestId,
  principal = { kind: "system" },
  user = null,
}: Pick<Call, "requestId"> & Partial<Pick<Call, "principal" | "user">> & { readonly engine: Engine }): Call {
  return {
    principal,
    engine: engine.as(principal),
    user,
    role: principal.kind === "system" ? "system" : principal.role,
    requestId,
    address: null,
    runsHooks: true,
    askedAtMs: performance.now(),
  };
}

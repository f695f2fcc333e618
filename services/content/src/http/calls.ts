import type { Actor, ActorEngine, AuditAction, Engine } from "@colophon/engine";

/** The signed-in user in hooks and custom routes; null for API keys and anonymous callers. */
export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly role: string;
}

/** The caller and its request: the first argument of all operations in this service. */
export interface Call {
  readonly actor: Actor;
  /** Checks and plans for this actor. */
  readonly engine: ActorEngine;
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

/** The same call, with the permissions of another actor. */
export function actingAs(call: Call, engine: ActorEngine): Call {
  return { ...call, actor: engine.actor, engine };
}

/** Work of the service itself, as the system by default. */
export function ownCall({
  engine,
  requestId,
  actor = { kind: "system" },
  user = null,
}: Pick<Call, "requestId"> & Partial<Pick<Call, "actor" | "user">> & { readonly engine: Engine }): Call {
  return {
    actor,
    engine: engine.as(actor),
    user,
    role: actor.kind === "system" ? "system" : actor.role,
    requestId,
    address: null,
    runsHooks: true,
    askedAtMs: performance.now(),
  };
}

import type { Actor, ActorEngine } from "@colophon/engine";

/** The signed-in person as hooks and custom routes see them; null for API keys and anonymous callers. */
export interface Caller {
  readonly id: string;
  readonly email: string;
  readonly role: string;
}

/** Who asks, and in which request: the first argument of everything this service does. */
export interface Call {
  readonly actor: Actor;
  /** Checks and plans for this actor. */
  readonly engine: ActorEngine;
  readonly user: Caller | null;
  readonly role: string;
  readonly requestId: string;
  /** False for what a hook does itself: a hook's own writes run no hooks, so that none calls itself for ever. */
  readonly runsHooks: boolean;
  /** The start of the request, by `performance.now()`. Time limits count from it. */
  readonly askedAtMs: number;
}

/** The same call, with the permissions of another actor. */
export function actingAs(call: Call, engine: ActorEngine): Call {
  return { ...call, actor: engine.actor, engine };
}

import type { Actor } from "../types.ts";

/** Who is written into what an actor makes or changes; null for the system and for anonymous callers. */
export function ownerOf(actor: Actor): { readonly kind: "user" | "key"; readonly id: string } | null {
  if (actor.kind === "user") return { kind: "user", id: actor.userId };
  return actor.kind === "key" ? { kind: "key", id: actor.keyId } : null;
}

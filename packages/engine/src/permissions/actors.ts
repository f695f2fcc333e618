import type { Actor } from "../types.ts";

/** The owner that is stored for an actor's writes; null for the system and for anonymous callers. */
export function ownerOf(actor: Actor): { readonly kind: "user" | "key"; readonly id: string } | null {
  if (actor.kind === "user") return { kind: "user", id: actor.userId };
  return actor.kind === "key" ? { kind: "key", id: actor.keyId } : null;
}

import type { Author, FoundAuthor } from "@colophon/database";
import { ownerOf, type Actor, type Schema } from "@colophon/engine";

/** The user or API key that a later operation runs as; null for the system. */
export function authorOf(actor: Actor): Author | null {
  if (actor.kind === "system") return null;
  return ownerOf(actor) ?? { kind: "anonymous", id: null };
}

/** The author with their current role; null if the user was deleted, or the key was deleted or has expired. */
export function actorOf({ publicRole }: Pick<Schema, "publicRole">, { authorKind, authorId, role }: FoundAuthor): Actor | null {
  if (authorKind === null) return { kind: "system" };
  const known = authorKind === "anonymous" ? publicRole : role;
  if (known === null) return null;
  if (authorKind === "anonymous" || authorId === null) return { kind: "anonymous", role: known };
  return authorKind === "key" ? { kind: "key", role: known, keyId: authorId } : { kind: "user", role: known, userId: authorId };
}

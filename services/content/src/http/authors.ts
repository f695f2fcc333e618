import type { Author, FoundAuthor } from "@colophon/database";
import { ownerOf, type Principal, type Schema } from "@colophon/engine";

/** The user or API key that a later operation runs as; null for the system. */
export function authorOf(principal: Principal): Author | null {
  if (principal.kind === "system") return null;
  return ownerOf(principal) ?? { kind: "anonymous", id: null };
}

/** The author with their current role; null if the user was deleted, or the key was deleted or has expired. */
export function principalOf({ publicRole }: Pick<Schema, "publicRole">, { authorKind, authorId, role }: FoundAuthor): Principal | null {
  if (authorKind === null) return { kind: "system" };
  const known = authorKind === "anonymous" ? publicRole : role;
  if (known === null) return null;
  if (authorKind === "anonymous" || authorId === null) return { kind: "anonymous", role: known };
  return authorKind === "key" ? { kind: "key", role: known, keyId: authorId } : { kind: "user", role: known, userId: authorId };
}

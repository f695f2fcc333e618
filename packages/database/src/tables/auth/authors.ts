/** The author of a later operation, which runs with the author's role at that time. */

/** A public role's caller has no id. */
export interface Author {
  readonly kind: "user" | "key" | "anonymous";
  readonly id: string | null;
}

/** An author as they are now; the system has no kind. */
export interface FoundAuthor {
  readonly authorKind: Author["kind"] | null;
  readonly authorId: string | null;
  /** Null if the user was deleted, or the key was deleted or has expired, and for a public role's caller. */
  readonly role: string | null;
  readonly email: string | null;
}

/** The columns of `FoundAuthor`, for a table with `author_kind` and `author_id` under that alias. */
export const authorColumns = (of: string): string =>
  `${of}.author_kind as "authorKind", ${of}.author_id as "authorId", coalesce(u.role, k.role) as role, u.email`;

/** The FROM items for `authorColumns`. */
export const authorJoins = (of: string): string => `left join cms.users u on ${of}.author_kind = 'user' and u.id = ${of}.author_id
    left join cms.api_keys k on ${of}.author_kind = 'key' and k.id = ${of}.author_id and (k.expires_at is null or k.expires_at > now())`;

/** SQL for whether the id, itself SQL, is that of a user or an API key. */
export const authorExists = (id: string): string =>
  `exists (select from cms.users o where o.id = ${id}) or exists (select from cms.api_keys o where o.id = ${id})`;

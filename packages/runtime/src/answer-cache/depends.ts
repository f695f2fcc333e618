/** A service's answer with this header may be kept by gateways, which remove the header. */
export const DEPENDS_HEADER = "x-cms-depends";

/** What an answer depends on. */
export interface Depends {
  /** That of the configuration; see `createAnswerLease`. */
  readonly identity: string;
  /** The callers who get this answer: all of the caller's role, or only the caller. */
  readonly sharedBy: "role" | "caller";
  readonly entities: readonly string[];
}

export function toDependsText({ identity, sharedBy, entities }: Depends): string {
  return `${identity} ${sharedBy} ${entities.join(",")}`;
}

/** Null for a text of another form. */
export function parseDepends(text: string): Depends | null {
  const [, identity = "", sharedBy, names = ""] = /^(\w+) (role|caller) ([\w,-]+)$/.exec(text) ?? [];
  if (sharedBy !== "role" && sharedBy !== "caller") return null;
  return { identity, sharedBy, entities: names.split(",") };
}

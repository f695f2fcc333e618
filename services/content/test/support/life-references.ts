/** References of three kinds inside the content of records, and the effects of deleting their targets. */

export interface References {
  /** In an array's objects, a single one and a list: set to null. */
  readonly parts: readonly { readonly part: string | null; readonly more: readonly string[] }[] | null;
  /** In an object: the record is deleted by cascade. */
  readonly box: { readonly whole: string | null } | null;
  /** In blocks: restricts the deletion of its target. */
  readonly quotes: readonly { readonly _type: "quote"; readonly _key: string; readonly kept: string | null }[] | null;
}

export type IsThere = (id: string) => boolean;

/** The content as it is read: null in place of targets that are deleted or in the trash; in lists they are left out. */
export function shown<Content extends References>(content: Content, isThere: IsThere): Content {
  const standing = (id: string | null) => (id !== null && isThere(id) ? id : null);
  return {
    ...content,
    parts: content.parts && content.parts.map(({ part, more }) => ({ part: standing(part), more: more.filter(isThere) })),
    box: content.box && { whole: standing(content.box.whole) },
    quotes: content.quotes && content.quotes.map((quote) => ({ ...quote, kept: standing(quote.kept) })),
  };
}

export function namesLost({ parts, box, quotes }: Partial<References>, isThere: IsThere): boolean {
  const inParts = parts?.flatMap(({ part, more }) => [part, ...more]) ?? [];
  const ids = [...inParts, box?.whole, ...(quotes?.map(({ kept }) => kept) ?? [])];
  return ids.some((id) => typeof id === "string" && !isThere(id));
}

export const keeps = (content: References | null, id: string): boolean => content?.quotes?.some(({ kept }) => kept === id) ?? false;

export const isDeletedWith = (content: References | null, id: string): boolean => content?.box?.whole === id;

/** What is in a clipboard as a document that a field allows. */
import { fromHtml, fromMarkdown } from "@colophon/client/rich-text";
import type { RichDocument } from "@colophon/model";
import { fitDocument, type Allowed } from "./fit-document.ts";
import { cleanHtml } from "./html/clean-html.ts";
import type { PastedPicture } from "./html/pictures.ts";

/** The forms of what was copied; empty where it has none. */
export interface Clipboard {
  readonly html: string;
  readonly text: string;
  readonly rtf: string;
}

/** What differs from what was copied. */
export interface PasteNotes {
  /** The names of nodes and marks that the field doesn't allow and that became something else. */
  readonly changed: readonly string[];
  /** Those that are missing. */
  readonly lost: readonly string[];
  /** The number of pictures whose bytes are not in the clipboard. */
  readonly missingPictures: number;
}

export interface Pasted {
  readonly document: RichDocument;
  /** The pictures in it that are to be uploaded. */
  readonly pictures: readonly PastedPicture[];
  readonly notes: PasteNotes;
}

/** @param newId - makes a new UUID */
export function pastedDocument(
  { html, text, rtf }: Clipboard,
  { allowed, newId }: { readonly allowed: Allowed; readonly newId: () => string },
): Pasted {
  const clean = html === "" ? null : cleanHtml(html, { rtf, newId });
  const document = clean ? fromHtml(clean.html) : fromMarkdown(text);
  const pictures = clean?.pictures ?? [];
  const missing = new Set(pictures.flatMap(({ id, bytes }) => (bytes === null ? [id] : [])));
  const fitted = fitDocument(withoutPictures(document, missing), allowed);
  const hasPictures = !fitted.lost.includes("image");
  return {
    document: fitted.document,
    pictures: hasPictures ? pictures.filter(({ bytes }) => bytes !== null) : [],
    notes: { changed: fitted.changed, lost: fitted.lost, missingPictures: missing.size },
  };
}

type Inner = NonNullable<RichDocument[number]["content"]>[number];

function withoutPictures(document: RichDocument, ids: ReadonlySet<string>): RichDocument {
  const isKept = ({ attrs }: { readonly attrs?: Readonly<Record<string, unknown>> }) => !ids.has(String(attrs?.["image"]));
  const inside = <T extends { readonly content?: readonly Inner[] }>(node: T, type: string): T =>
    node.content
      ? {
          ...node,
          content: filled(
            type,
            node.content.filter(isKept).map((child) => inside(child, child.type)),
          ),
        }
      : node;
  return ids.size === 0 ? document : document.filter(isKept).map((node) => inside(node, node._type));
}

function filled(type: string, content: readonly Inner[]): readonly Inner[] {
  return content.length > 0 || type === "paragraph" ? content : [{ type: "paragraph" }];
}

import type { Editor } from "@tiptap/core";
import type { Slice } from "@tiptap/pm/model";
import { useRef, useState } from "react";
import { toStored } from "../document/documents.ts";
import { fitDocument, type Allowed } from "./fit-document.ts";
import type { PastedPicture } from "./html/pictures.ts";
import { insertPasted, type PicturePosition } from "./insert-pasted.ts";
import type { Pasted, PasteNotes } from "./pasted-document.ts";

/** A picture that was pasted with a text. */
export interface PlacedPicture {
  readonly file: File;
  readonly place: PicturePosition;
}

interface Options {
  readonly allowed: Allowed;
  /** Uploads the pictures of a pasted text. */
  readonly onPictures: ((pictures: readonly PlacedPicture[], editor: Editor) => void) | undefined;
}

/** Signs of Markdown in a text: blocks that begin with their mark, or lines with links or strong texts. */
const MARKDOWN_BLOCK = /^(?:#{1,6} \S|[-*+] \S|\d{1,9}[.)] \S|> ?\S|```|~~~|\|.*\|\s*$|[-*_]{3,}\s*$)/m;
const MARKDOWN_INLINE = /\[[^\]\n]+\]\([^)\s]+\)|\*\*[^*\n]+\*\*|~~[^~\n]+~~|`[^`\n]+`/;

const load = () => import("./pasted-document.ts");

/** What other programs and other fields have copied is pasted in the form that the field allows. */
export function usePaste({ allowed, onPictures }: Options) {
  const [notes, setNotes] = useState<PasteNotes | null>(null);
  const isPlain = useRef(false);
  const blocks = (allowed.blocks ?? []).map(({ name }) => name);

  function insert(editor: Editor, { document, pictures, notes: differences }: Pasted): void {
    const places = insertPasted(editor, { document, blocks, pictures: new Set(pictures.map(({ id }) => id)) });
    const placed = pictures.flatMap((picture) => {
      const place = places.get(picture.id);
      return place ? [{ file: fileOf(picture), place }] : [];
    });
    if (placed.length > 0) onPictures?.(placed, editor);
    const isSame = differences.changed.length === 0 && differences.lost.length === 0 && differences.missingPictures === 0;
    setNotes(isSame ? null : differences);
  }

  async function paste(editor: Editor, data: { readonly html: string; readonly text: string; readonly rtf: string }): Promise<void> {
    try {
      const { pastedDocument } = await load();
      insert(editor, pastedDocument(data, { allowed, newId: () => crypto.randomUUID() }));
    } catch (error) {
      editor.view.pasteText(data.text); // rather its text alone than nothing
      throw error;
    }
  }

  return {
    notes,
    clearNotes: () => setNotes(null),
    /** Loads the code that reads clipboards. */
    prepare: () => void load().catch(() => undefined),
    /** Notes whether the next paste is one without formatting. */
    note(_: unknown, { shiftKey }: KeyboardEvent): void {
      isPlain.current = shiftKey;
    },
    /** @returns whether it inserts what was copied; otherwise the editor does. */
    take(editor: Editor, data: DataTransfer | null, slice: Slice): boolean {
      if (!data || !editor.isEditable || isPlain.current || editor.state.selection.$from.parent.type.spec.code) return false;
      const html = data.getData("text/html");
      if (html.includes("data-pm-slice")) return takeOwn(editor, slice);
      const [text, rtf] = [data.getData("text/plain"), data.getData("text/rtf")];
      const isSource = html === "" || data.types.includes("vscode-editor-data");
      if (isSource ? !isMarkdown(text) : isPicture(html) && data.files.length > 0) return false;
      void paste(editor, { html: isSource ? "" : html, text, rtf });
      return true;
    },
  };

  /** What was copied from an editor of this page, if this field doesn't allow all of it. */
  function takeOwn(editor: Editor, slice: Slice): boolean {
    const document = toStored({ content: slice.content.toJSON() ?? [] }, blocks) ?? [];
    const { document: fitted, changed, lost } = fitDocument(document, allowed);
    if (changed.length === 0 && lost.length === 0) return false;
    insert(editor, { document: fitted, pictures: [], notes: { changed, lost, missingPictures: 0 } });
    return true;
  }
}

/** Whether a plain text looks as if it was written in Markdown. */
export function isMarkdown(text: string): boolean {
  return MARKDOWN_BLOCK.test(text) || MARKDOWN_INLINE.test(text);
}

/** Whether it is no more than a picture: its file is in the clipboard, too. */
export function isPicture(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return body.textContent.trim() === "" && body.querySelector("table, hr") === null;
}

function fileOf({ bytes }: PastedPicture): File {
  const type = bytes?.type ?? "image/png";
  return new File(bytes ? [bytes.bytes] : [], `picture.${type.slice("image/".length).replace(/\+.*$/, "")}`, { type });
}

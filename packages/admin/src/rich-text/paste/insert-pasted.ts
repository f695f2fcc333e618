/** Inserts what was pasted, as one step that can be undone. */
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { Fragment, Slice } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import type { RichDocument } from "@colophon/model";
import { toEditor } from "../document/documents.ts";

/** Where a picture stands as soon as it is uploaded. */
export interface PicturePosition extends TrackedPosition {
  readonly alt: string | null;
}

/** Replaces the selection. @returns the places of the pictures with these ids, which are not inserted yet */
export function insertPasted(
  editor: Editor,
  {
    document,
    blocks,
    pictures,
  }: { readonly document: RichDocument; readonly blocks: readonly string[]; readonly pictures: ReadonlySet<string> },
): ReadonlyMap<string, PicturePosition> {
  const content = document.length > 0 ? (toEditor(document, blocks).content ?? []) : [];
  const slice = Slice.maxOpen(Fragment.fromJSON(editor.schema, content), false);
  const { tr } = editor.state;
  tr.replaceSelection(slice);
  const places = withoutPictures(tr, pictures);
  editor.view.dispatch(closeHistory(tr).scrollIntoView().setMeta("paste", true).setMeta("uiEvent", "paste"));
  return new Map(places.map(({ id, alt, position }) => [id, { alt, ...trackPosition(editor, position) }]));
}

interface Removed {
  readonly id: string;
  readonly alt: string | null;
  readonly position: number;
}

/** Removes the pictures, and says where they were. */
function withoutPictures(tr: Transaction, ids: ReadonlySet<string>): readonly Removed[] {
  const found: Removed[] = [];
  tr.doc.descendants(({ type, attrs }, position) => {
    const { image, alt } = attrs as { readonly image?: unknown; readonly alt?: string | null };
    if (type.name === "image" && typeof image === "string" && ids.has(image)) found.push({ id: image, alt: alt ?? null, position });
  });
  const before = tr.mapping.maps.length;
  return found.map(({ position, ...picture }) => {
    const at = tr.mapping.slice(before).map(position);
    tr.delete(at, at + (tr.doc.nodeAt(at)?.nodeSize ?? 0));
    return { ...picture, position: at };
  });
}

/** A place in a text, which moves with the text around it until it is used. */
export interface TrackedPosition {
  /** The position, for the last time. */
  readonly take: () => number;
}

export function trackPosition(editor: Editor, position: number): TrackedPosition {
  let at = position;
  const follow = ({ transaction }: { readonly transaction: Transaction }) => void (at = transaction.mapping.map(at));
  editor.on("transaction", follow);
  return {
    take() {
      editor.off("transaction", follow);
      return at;
    },
  };
}

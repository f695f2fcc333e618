import type { Editor } from "@tiptap/core";
import { useRef } from "react";
import { useUploads } from "../../media/uploads/use-uploads.ts";
import { insertNode } from "../document/documents.ts";
import type { PicturePosition } from "./insert-pasted.ts";
import type { PlacedPicture } from "./use-paste.ts";

/** Uploads pictures that are dropped or pasted, and inserts them: at the cursor, or where they stood in a pasted text. */
export function usePictures(wrongKind: string) {
  const target = useRef<Editor>(null);
  const places = useRef(new WeakMap<File, PicturePosition>());
  const uploads = useUploads({
    refuse: ({ _type }) => (_type === "_image" ? null : wrongKind),
    onUploaded(assets, files) {
      const editor = target.current;
      if (!editor) return;
      const images = assets.map(({ id }, at) => ({ id, place: places.current.get(files[at] as File) }));
      const dropped = images.filter(({ place }) => !place).map(({ id }) => ({ type: "image", attrs: { image: id } }));
      if (dropped.length > 0) insertNode(editor, dropped);
      for (const { id, place } of images)
        if (place)
          editor.commands.insertContentAt(
            place.take(),
            { type: "image", attrs: { image: id, alt: place.alt } },
            { updateSelection: false },
          );
    },
  });
  return {
    uploads,
    drop(files: readonly File[], editor: Editor) {
      target.current = editor;
      uploads.start(files);
    },
    place(pictures: readonly PlacedPicture[], editor: Editor) {
      target.current = editor;
      for (const { file, place } of pictures) places.current.set(file, place);
      uploads.start(pictures.map(({ file }) => file));
    },
  };
}

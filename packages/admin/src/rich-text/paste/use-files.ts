import { useState } from "react";
import { isPicture } from "./use-paste.ts";

interface Options {
  /** Takes the files; without it, the field takes none. */
  readonly onFiles?: ((files: readonly File[]) => void) | undefined;
  readonly isReadOnly: boolean;
}

/** Files that are dropped into a text or pasted. If the field takes none, the user is told so. */
export function useFiles({ onFiles, isReadOnly }: Options) {
  const [areRefused, setRefused] = useState(false);

  function take(data: DataTransfer | null): boolean {
    const files = [...(data?.files ?? [])];
    if (files.length === 0 || isReadOnly) return false;
    onFiles?.(files);
    setRefused(!onFiles);
    return true;
  }

  return {
    areRefused,
    clear: () => setRefused(false),
    /** @returns whether there were files, which the browser would open otherwise */
    drop: take,
    /** @returns whether there is nothing else to paste */
    paste(data: DataTransfer | null): boolean {
      const [html, text] = ["text/html", "text/plain"].map((type) => data?.getData(type) ?? "");
      if (html && !isPicture(html)) return false; // the file is a picture of the text
      return take(data) && (onFiles !== undefined || !text || Boolean(html));
    },
  };
}

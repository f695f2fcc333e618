/** Files that are pasted or dropped: into a text, which may take them, and beside it. */
import { Alert } from "@mantine/core";
import { useState, type DragEvent } from "react";
import { useTranslation } from "react-i18next";
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

/** Says that files were not added. */
export function FilesNotice({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert role="status" mt="xs" withCloseButton closeButtonLabel={t("common.close")} onClose={onClose}>
      {t("form.paste.noFiles")}
    </Alert>
  );
}

/** A file that is dropped beside the text, or into one that can't be edited, would replace the page. The cursor shows that it isn't taken. */
function refuseFiles(event: DragEvent): void {
  if (event.isDefaultPrevented() || !event.dataTransfer.types.includes("Files")) return; // what takes files prevents the default
  event.preventDefault();
  event.dataTransfer.dropEffect = "none";
}

export const KEEP_PAGE = { onDragOver: refuseFiles, onDrop: refuseFiles } as const;

import type { DragEvent } from "react";

/** A file that is dropped beside the text, or into one that can't be edited, would replace the page. The cursor shows that it isn't taken. */
function refuseFiles(event: DragEvent): void {
  if (event.isDefaultPrevented() || !event.dataTransfer.types.includes("Files")) return; // what takes files prevents the default
  event.preventDefault();
  event.dataTransfer.dropEffect = "none";
}

export const KEEP_PAGE = { onDragOver: refuseFiles, onDrop: refuseFiles } as const;

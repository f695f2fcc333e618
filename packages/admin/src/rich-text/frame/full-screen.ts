/** An editor that takes the whole window. */
import { useFocusTrap, useMergedRef } from "@mantine/hooks";
import { useRef, useState, type KeyboardEvent } from "react";

/** Whether an editor inside the element takes the whole window. */
export function hasFullScreen(element: HTMLElement | null): boolean {
  return element !== null && element.querySelector("[data-full-screen]") !== null;
}

/** The state of an editor, and the props of its frame. The focus stays inside; Escape leaves, unless it closes something that is open inside. */
export function useFullScreen(labelledBy: string) {
  const [isFull, setFull] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(frame, useFocusTrap(isFull));
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const isInside = frame.current?.contains(target) === true; // the events of dialogs come here, too
    const isUsed = (event.defaultPrevented && !target.isContentEditable) || target.ariaExpanded === "true"; // texts prevent it always
    if (event.key !== "Escape" || !isInside || isUsed) return;
    event.preventDefault();
    setFull(false);
  };
  return {
    isFull,
    toggle: () => setFull(!isFull),
    frame: {
      ref,
      ...(isFull && { "data-full-screen": true, role: "dialog", "aria-modal": true, "aria-labelledby": labelledBy, onKeyDown }),
    } as const,
  };
}

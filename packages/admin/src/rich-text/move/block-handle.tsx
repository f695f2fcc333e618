import { VisuallyHidden } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useEffect, useRef, useState, type CSSProperties, type DragEvent } from "react";
import { useTranslation } from "react-i18next";
import { blockAt, moveOf, startDrag, type BlockMove } from "./move-blocks.ts";

interface Shown {
  readonly block: Element;
  readonly style: CSSProperties;
}

/** A handle beside the block under the pointer, by which it is dragged. The toolbar and the keyboard have the same for everybody. */
export function BlockHandle({ editor }: { readonly editor: Editor }) {
  const [shown, show] = useState<Shown | null>(null);
  const handle = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = handle.current?.closest<HTMLElement>(".rich-text-frame");
    if (!frame) return undefined;
    const update = ({ clientY, target }: MouseEvent) => {
      if (editor.isDestroyed) return;
      const isBeside = target instanceof Element && target.closest(".rich-text-content, .rich-text-handle") !== null;
      const block = isBeside ? blockAt(editor.view, clientY) : null;
      show((before) => (before?.block === block ? before : block && { block, style: placeBeside(block, editor.view.dom, frame) }));
    };
    const hide = () => show(null);
    frame.addEventListener("mousemove", update);
    frame.addEventListener("mouseleave", hide);
    frame.addEventListener("scroll", hide, { capture: true });
    editor.on("update", hide); // the block may be gone, or stand elsewhere
    return () => {
      frame.removeEventListener("mousemove", update);
      frame.removeEventListener("mouseleave", hide);
      frame.removeEventListener("scroll", hide, { capture: true });
      editor.off("update", hide);
    };
  }, [editor]);
  const endDrag = () => {
    editor.view.dragging = null;
    show(null);
  };
  return (
    <div
      ref={handle}
      className="rich-text-handle"
      style={shown?.style ?? { display: "none" }}
      aria-hidden
      draggable
      onDragStart={({ dataTransfer }: DragEvent) => shown && startDrag(editor.view, shown.block, dataTransfer)}
      onDragEnd={endDrag}
    >
      <IconGripVertical size={16} />
    </div>
  );
}

/** Where the handle stands in the frame: before the block, in the direction of the text. */
function placeBeside(block: Element, text: Element, frame: Element): CSSProperties {
  const [{ top }, inside, outside] = [block, text, frame].map((element) => element.getBoundingClientRect()) as [DOMRect, DOMRect, DOMRect];
  const isRightToLeft = getComputedStyle(text).direction === "rtl";
  return {
    top: Math.max(top, inside.top) - outside.top,
    ...(isRightToLeft ? { right: outside.right - inside.right } : { left: inside.left - outside.left }),
  };
}

/** Tells screen readers where a block was moved by the keyboard or the toolbar. */
export function MoveStatus({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  const [move, note] = useState<BlockMove | null>(null);
  useEffect(() => {
    const listen = ({ transaction }: { readonly transaction: Parameters<typeof moveOf>[0] }) => {
      const next = moveOf(transaction);
      if (next) note(next);
    };
    editor.on("transaction", listen);
    return () => void editor.off("transaction", listen);
  }, [editor]);
  return <VisuallyHidden role="status">{move && t(move.isMoved ? "form.move.moved" : "form.move.end", { ...move })}</VisuallyHidden>;
}

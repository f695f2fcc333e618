import { useCallback, useEffect, useRef, type RefObject } from "react";
import { onChanges } from "../events/changes.ts";
import type { Told } from "../events/follow-changes.ts";
import type { EditSession } from "../drafts/session/session.ts";
import { useSessionState } from "../drafts/session/use-session.ts";

/** Messages between this page and the previewed page: the draft was saved; the previewed page wants to be notified. */
const SAVED = "colophon:saved";
const LISTENING = "colophon:listening";

/** Updates the preview after each save, and when other records change: a page that listens gets a message, any other is reloaded at its scroll position. */
export function usePreviewUpdates(frame: RefObject<HTMLIFrameElement | null>, session: EditSession): void {
  const { record } = useSessionState(session);
  const isListening = useRef(false);
  const shown = useRef(record?.updatedAt);

  useEffect(() => {
    const listener = ({ source, data }: MessageEvent<unknown>) => {
      if (source === frame.current?.contentWindow && isMessage(data, LISTENING)) isListening.current = true;
    };
    window.addEventListener("message", listener);
    return () => window.removeEventListener("message", listener);
  }, [frame]);

  const update = useCallback(() => {
    const page = frame.current;
    if (!page) return;
    if (isListening.current) page.contentWindow?.postMessage({ type: SAVED }, new URL(page.src).origin);
    else reload(page);
  }, [frame]);

  useEffect(() => {
    if (shown.current === record?.updatedAt) return;
    shown.current = record?.updatedAt;
    update();
  }, [update, record?.updatedAt]);

  const id = record?.id;
  useEffect(() => onChanges((changes) => void (changes.some((told) => isShownWith(told, id)) && update())), [update, id]);
}

/** Whether the page may show the changed record beside its own: what is live, since of drafts it shows its own only. */
function isShownWith(told: Told, id: string | undefined): boolean {
  return told.event === "reset" || (told.event !== "draft" && told.id !== id);
}

function isMessage(data: unknown, type: string): boolean {
  return typeof data === "object" && data !== null && "type" in data && data.type === type;
}

/** The scroll position of a page of another origin can't be read. */
function reload(page: HTMLIFrameElement): void {
  const at = page.contentDocument ? (page.contentWindow?.scrollY ?? 0) : 0;
  if (at > 0) page.addEventListener("load", () => page.contentWindow?.scrollTo(0, at), { once: true });
  page.setAttribute("src", page.src);
}

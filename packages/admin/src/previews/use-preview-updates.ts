import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { onChanges } from "../events/changes.ts";
import type { FollowedChange } from "../events/follow-changes.ts";
import type { EditSession } from "../drafts/session/session.ts";
import { useSessionState } from "../drafts/session/use-session.ts";
import { createFrameUpdates } from "./frame-updates.ts";

/** Messages between this page and the previewed page: the draft was saved; the previewed page wants to be notified. */
const SAVED = "colophon:saved";
const LISTENING = "colophon:listening";

/**
 * Updates the preview of this address after each save, and when other records change: a page that listens gets a message, any other is reloaded
 * at its scroll position. @returns what the frame calls when it has loaded a page
 */
export function usePreviewUpdates(frame: RefObject<HTMLIFrameElement | null>, session: EditSession, url: string): () => void {
  const { record } = useSessionState(session);
  const [updates] = useState(() =>
    createFrameUpdates({ tell: () => frame.current && askForUpdate(frame.current), reload: () => frame.current && reload(frame.current) }),
  );
  const shown = useRef(record?.updatedAt);

  // Before the frame begins to load: the page's first message isn't missed
  useLayoutEffect(() => {
    const listener = ({ source, data }: MessageEvent<unknown>) => {
      if (source === frame.current?.contentWindow && isMessage(data, LISTENING)) updates.announced();
    };
    window.addEventListener("message", listener);
    return () => window.removeEventListener("message", listener);
  }, [frame, updates]);
  useLayoutEffect(() => updates.left(), [updates, url]);

  useEffect(() => {
    if (shown.current === record?.updatedAt) return;
    shown.current = record?.updatedAt;
    updates.update();
  }, [updates, record?.updatedAt]);

  const id = record?.id;
  useEffect(() => onChanges((changes) => void (changes.some((change) => isShownWith(change, id)) && updates.update())), [updates, id]);
  return updates.loaded;
}

/** Whether the page may show the changed record beside its own: what is live, since of drafts it shows its own only. */
function isShownWith(change: FollowedChange, id: string | undefined): boolean {
  return change.event === "reset" || (change.event !== "draft" && change.id !== id);
}

function isMessage(data: unknown, type: string): boolean {
  return typeof data === "object" && data !== null && "type" in data && data.type === type;
}

function askForUpdate(page: HTMLIFrameElement): void {
  page.contentWindow?.postMessage({ type: SAVED }, new URL(page.src).origin);
}

/** The scroll position of a page of another origin can't be read. */
function reload(page: HTMLIFrameElement): void {
  const at = page.contentDocument ? (page.contentWindow?.scrollY ?? 0) : 0;
  if (at > 0) page.addEventListener("load", () => page.contentWindow?.scrollTo(0, at), { once: true });
  page.setAttribute("src", page.src);
}

import { useEffect, useSyncExternalStore } from "react";
import type { Session, SessionState } from "./session.ts";

/** The session's state, for as long as the component stands. */
export function useSessionState(session: Session): SessionState {
  return useSyncExternalStore(session.subscribe, session.state);
}

/** Lets the session save what changes, for as long as the component stands. */
export function useRunning(session: Session): void {
  useEffect(() => session.start(), [session]);
}

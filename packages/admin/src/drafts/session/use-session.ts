import { useEffect, useSyncExternalStore } from "react";
import type { Session } from "./session.ts";
import type { SessionState } from "./session-state.ts";

export function useSessionState(session: Session): SessionState {
  return useSyncExternalStore(session.subscribe, session.state);
}

/** Saves changes while the component is mounted. */
export function useStartedSession(session: Session): void {
  useEffect(() => session.start(), [session]);
}

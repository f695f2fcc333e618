import { useEffect, useSyncExternalStore } from "react";
import type { EditSession } from "./session.ts";
import type { SessionState } from "./session-state.ts";

export function useSessionState(session: EditSession): SessionState {
  return useSyncExternalStore(session.subscribe, session.state);
}

/** Saves changes while the component is mounted. */
export function useStartedSession(session: EditSession): void {
  useEffect(() => session.start(), [session]);
}

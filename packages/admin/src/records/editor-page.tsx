import { useCallback, useState } from "react";
import type { AdminEntity } from "../api/admin-config.ts";
import { LeaveGuard } from "../drafts/leave-guard.tsx";
import { hasDrafts } from "./model/read-for-editing.ts";
import type { Session } from "../drafts/session/session.ts";
import { PageParts } from "./page-parts.tsx";
import type { RecordPlace } from "./model/record-api.ts";
import { RecordEditor } from "./record-editor.tsx";

/** The page of a stored record or a global, with a warning about unsaved changes. */
export function EditorPage({ entity, place }: { readonly entity: AdminEntity; readonly place: RecordPlace }) {
  const [session, setSession] = useState<Session | null>(null);
  const keep = useCallback((opened: Session) => setSession(opened), []);
  return (
    <PageParts>
      <RecordEditor entity={entity} place={place} onSession={keep} />
      {session && <LeaveGuard session={session} isAutomatic={hasDrafts(entity)} />}
    </PageParts>
  );
}

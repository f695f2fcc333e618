import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { entityNamed, useKnownConfig } from "../api/admin-config.ts";
import { NotFound } from "../shell/not-found.tsx";
import { LeaveGuard } from "../drafts/leave-guard.tsx";
import { hasDrafts } from "./model/read-for-editing.ts";
import type { Session } from "../drafts/session/session.ts";
import { NewRecordEditor } from "./new-record-editor.tsx";
import { PageParts } from "./page-parts.tsx";

const route = getRouteApi("/shell/content/$entity/new");

/** The page of a new record; after the first save it leads to the record's own page. */
export function NewRecordPage() {
  const { entity: name } = route.useParams();
  const entity = entityNamed(useKnownConfig(), name);
  const navigate = useNavigate();
  const [session, setSession] = useState<Session | null>(null);
  const keep = useCallback((opened: Session) => setSession(opened), []);
  if (!entity?.can.create || entity.global) return <NotFound />;
  const open = (id: string) => navigate({ to: "/content/$entity/$id", params: { entity: name, id }, replace: true, ignoreBlocker: true });
  return (
    <PageParts key={name}>
      <NewRecordEditor entity={entity} onSession={keep} onCreated={({ id }) => void open(id)} />
      {session && <LeaveGuard session={session} isAutomatic={hasDrafts(entity)} />}
    </PageParts>
  );
}

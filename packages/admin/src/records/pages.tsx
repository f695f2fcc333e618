import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { entityNamed, useKnownConfig, type AdminEntity } from "../api/admin-config.ts";
import { NotFound } from "../elements/not-found.tsx";
import { useCallback, useState } from "react";
import { LeaveGuard } from "../drafts/leave-guard.tsx";
import { hasDrafts } from "../record-model/read-for-editing.ts";
import type { EditSession } from "../drafts/session/session.ts";
import { NewRecordEditor } from "./new-record-editor.tsx";
import { PageParts } from "./page-parts.tsx";
import type { RecordLocator } from "../record-model/record-api.ts";
import { RecordEditor } from "./record-editor.tsx";

const recordRoute = getRouteApi("/shell/content/$entity/$id");

/** One record: its form, its draft, its history. */
export function RecordPage() {
  const { entity: name, id } = recordRoute.useParams();
  const entity = entityNamed(useKnownConfig(), name);
  return entity && !entity.global ? <EditorPage key={`${name}/${id}`} entity={entity} locator={{ entity: name, id }} /> : <NotFound />;
}

const globalRoute = getRouteApi("/shell/globals/$entity");

/** The record of a global, in one language if it is translatable. */
export function GlobalPage() {
  const { entity: name } = globalRoute.useParams();
  const { locale: asked } = globalRoute.useSearch();
  const config = useKnownConfig();
  const entity = entityNamed(config, name);
  if (!entity?.global) return <NotFound />;
  const locale = entity.translatable ? (asked ?? config.defaultLocale) : undefined;
  if (locale !== undefined && !config.locales.includes(locale)) return <NotFound />;
  return (
    <EditorPage key={`${name} ${locale}`} entity={entity} locator={{ entity: name, id: null, ...(locale !== undefined && { locale }) }} />
  );
}

const newRecordRoute = getRouteApi("/shell/content/$entity/new");

/** The page of a new record; after the first save it leads to the record's own page. */
export function NewRecordPage() {
  const { entity: name } = newRecordRoute.useParams();
  const entity = entityNamed(useKnownConfig(), name);
  const navigate = useNavigate();
  const [session, setSession] = useState<EditSession | null>(null);
  const keep = useCallback((opened: EditSession) => setSession(opened), []);
  if (!entity?.can.create || entity.global) return <NotFound />;
  const open = (id: string) => navigate({ to: "/content/$entity/$id", params: { entity: name, id }, replace: true, ignoreBlocker: true });
  return (
    <PageParts key={name}>
      <NewRecordEditor entity={entity} onSession={keep} onCreated={({ id }) => void open(id)} />
      {session && <LeaveGuard session={session} isAutomatic={hasDrafts(entity)} />}
    </PageParts>
  );
}

/** The page of a stored record or a global, with a warning about unsaved changes. */
function EditorPage({ entity, locator }: { readonly entity: AdminEntity; readonly locator: RecordLocator }) {
  const [session, setSession] = useState<EditSession | null>(null);
  const keep = useCallback((opened: EditSession) => setSession(opened), []);
  return (
    <PageParts>
      <RecordEditor entity={entity} locator={locator} onSession={keep} />
      {session && <LeaveGuard session={session} isAutomatic={hasDrafts(entity)} />}
    </PageParts>
  );
}

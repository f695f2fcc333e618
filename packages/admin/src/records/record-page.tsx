import { getRouteApi } from "@tanstack/react-router";
import { entityNamed, useKnownConfig } from "../api/admin-config.ts";
import { NotFound } from "../shell/not-found.tsx";
import { EditorPage } from "./editor-page.tsx";

const route = getRouteApi("/shell/content/$entity/$id");

/** One record: its form, its draft, its history. */
export function RecordPage() {
  const { entity: name, id } = route.useParams();
  const entity = entityNamed(useKnownConfig(), name);
  return entity && !entity.global ? <EditorPage key={`${name}/${id}`} entity={entity} place={{ entity: name, id }} /> : <NotFound />;
}

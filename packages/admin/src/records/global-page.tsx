import { getRouteApi } from "@tanstack/react-router";
import { entityNamed, useKnownConfig } from "../api/admin-config.ts";
import { NotFound } from "../shell/not-found.tsx";
import { EditorPage } from "./editor-page.tsx";

const route = getRouteApi("/shell/globals/$entity");

/** The one record of a global. */
export function GlobalPage() {
  const { entity: name } = route.useParams();
  const entity = entityNamed(useKnownConfig(), name);
  return entity?.global ? <EditorPage key={name} entity={entity} id={null} /> : <NotFound />;
}

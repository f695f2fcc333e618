import { getRouteApi } from "@tanstack/react-router";
import { entityNamed, useKnownConfig } from "../api/admin-config.ts";
import { NotFound } from "../shell/not-found.tsx";
import { EditorPage } from "./editor-page.tsx";

const route = getRouteApi("/shell/globals/$entity");

/** The record of a global, in one language if it is translatable. */
export function GlobalPage() {
  const { entity: name } = route.useParams();
  const { locale: asked } = route.useSearch();
  const config = useKnownConfig();
  const entity = entityNamed(config, name);
  if (!entity?.global) return <NotFound />;
  const locale = entity.translatable ? (asked ?? config.defaultLocale) : undefined;
  if (locale !== undefined && !config.locales.includes(locale)) return <NotFound />;
  return (
    <EditorPage key={`${name} ${locale}`} entity={entity} place={{ entity: name, id: null, ...(locale !== undefined && { locale }) }} />
  );
}

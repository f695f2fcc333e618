import { entityNamed, type AdminConfig, isMedia } from "../api/admin-entities.ts";
import type { AnyQuery } from "../api/client.ts";
import { listQueryOf, viewIn } from "../list-model/list-query.ts";

const LIST_PAGE = /\/content\/([^/]+)\/?$/;

interface Address {
  readonly pathname: string;
  readonly search: string;
}

/** The first list query of the page at this URL; undefined if it shows no list, or one whose filter uses the current time. */
export function firstListAt(
  config: AdminConfig,
  { pathname, search: text }: Address,
): { readonly entity: string; readonly query: AnyQuery } | undefined {
  const name = decodeURIComponent(LIST_PAGE.exec(pathname)?.[1] ?? "");
  const entity = entityNamed(config, name);
  if (!entity || entity.global || isMedia(entity.name)) return undefined;
  const search = Object.fromEntries(new URLSearchParams(text));
  const usesNow = JSON.stringify(viewIn(entity, search)?.filter ?? {}).includes("$NOW");
  return usesNow ? undefined : { entity: name, query: listQueryOf(config, entity, config.caller, search) };
}

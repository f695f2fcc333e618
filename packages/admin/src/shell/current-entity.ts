import { type AdminConfig, mediaEntitiesOf, mediaEntityOf } from "../api/admin-entities.ts";

/** A page's address inside the admin page, for example `/trash/article`. */
export interface PageAddress {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}

const OF_ENTITIES: ReadonlySet<string> = new Set(["content", "globals", "trash"]);

/** The name of the entity whose list, trash, record or file the page shows; null for other pages. */
export function currentEntity({ pathname, search }: PageAddress, config: Pick<AdminConfig, "builtIns">): string | null {
  const [, area = "", name] = pathname.split("/");
  if (area === "media") return mediaEntityOf(mediaEntitiesOf(config), name ?? String(search["kind"]))?.name ?? null;
  return OF_ENTITIES.has(area) && name !== undefined ? decodeURIComponent(name) : null;
}

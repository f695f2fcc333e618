import { useKnownConfig } from "../api/admin-config.ts";
import { useListSearch } from "../lists/use-list-search.ts";
import { NotFound } from "../shell/not-found.tsx";
import { mediaEntitiesOf, mediaEntityOf } from "../api/admin-entities.ts";
import { MediaLibrary } from "./media-library.tsx";

/** The media library: the kind in the URL, else the first that the caller may read. */
export function MediaPage() {
  const { search } = useListSearch();
  const entities = mediaEntitiesOf(useKnownConfig());
  const entity = mediaEntityOf(entities, search["kind"]);
  return entity ? <MediaLibrary key={entity.name} entity={entity} entities={entities} /> : <NotFound />;
}

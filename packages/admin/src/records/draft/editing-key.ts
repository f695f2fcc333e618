import { keys } from "../../api/keys.ts";
import { placeKey, type RecordPlace } from "../record-api.ts";

const EDITING = "editing";

/** The query key of a record that is open in a form. It is not refetched while the form is open. */
export function editingKey(place: RecordPlace): readonly string[] {
  return [...placeKey(place), EDITING];
}

/** All queries of the entity's records, or those of all entities (null), except those of open forms. */
export function exceptEditing(entity: string | null) {
  return {
    queryKey: entity === null ? keys.entities : keys.entity(entity),
    predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) => !queryKey.includes(EDITING),
  };
}

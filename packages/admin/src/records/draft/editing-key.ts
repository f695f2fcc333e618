import { keys } from "../../api/keys.ts";
import { placeKey, type RecordPlace } from "../record-api.ts";

const EDITING = "editing";

/** Under which key the record lies that a form was opened with: it isn't read again while the form stands. */
export function editingKey(place: RecordPlace): readonly string[] {
  return [...placeKey(place), EDITING];
}

/** All else that is known of the entity's records. */
export function besidesEditing(entity: string) {
  return {
    queryKey: keys.entity(entity),
    predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) => !queryKey.includes(EDITING),
  };
}

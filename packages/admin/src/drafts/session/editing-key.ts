import { EDITING, keys } from "../../api/keys.ts";
import { recordQueryKey, type RecordLocator } from "../../record-model/record-api.ts";

/** The query key of a record that is open in a form. It is not refetched while the form is open. */
export function editingKey(locator: RecordLocator): readonly string[] {
  return [...recordQueryKey(locator), EDITING];
}

/** All queries of the entity's records except those of open forms. */
export function exceptEditing(entity: string) {
  return {
    queryKey: keys.entity(entity),
    predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) => !queryKey.includes(EDITING),
  };
}

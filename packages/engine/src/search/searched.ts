/** Which marked values a reader may see. */
import { isHidden } from "../filter/visible.ts";
import { isVisible } from "../permissions.ts";
import type { Actor, Entity, Rule } from "../types.ts";
import { searchedIn } from "./marked.ts";
import type { Searched, Skip } from "./marked.ts";

/** The searched values that this reader may see, in the configuration's order. */
export function searchedBy(actor: Actor, entity: Entity, rule: Rule): readonly Searched[] {
  const skip: Skip = (definition, path) => isHidden({ actor }, rule, definition, path);
  return entity.fields.filter((field) => isVisible(actor, rule, field)).flatMap((field) => searchedIn(field, skip));
}

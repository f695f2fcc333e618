/** A change that was made of what was read, without the places where its caller reads nothing. */
import { isPlainObject } from "../field-types/json-value.ts";
import { isVisible, ruleFor } from "../permissions.ts";
import { entityOf } from "../schema.ts";
import type { Actor, Schema } from "../types.ts";

type Body = Readonly<Record<string, unknown>>;

/**
 * A relation to an entity that the caller may not read at all reads as null or `[]`. Sent back, that says nothing about
 * what is stored, and is left out.
 */
export function withoutEchoes(schema: Schema, actor: Actor, entityName: string, body: Body): Body {
  if (!isPlainObject(body)) return body; // refused elsewhere
  const entity = entityOf(schema, entityName);
  const [read, update] = (["read", "update"] as const).map((operation) => ruleFor(schema, actor, entity.name, operation));
  const isEcho = ([key, value]: readonly [string, unknown]) => {
    const field = entity.byName.get(key);
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    if (!isEmpty || !field?.target || !read || !isVisible(actor, read, field) || update?.exclude.has(key)) return false;
    return ruleFor(schema, actor, field.target, "read") === null;
  };
  return Object.fromEntries(Object.entries(body).filter((entry) => !isEcho(entry)));
}

/** Conditions on the creator or the last editor of a record. */
import { OWNERS } from "../../entities.ts";
import { placeholder } from "../../placeholder.ts";
import type { Value } from "../../placeholder.ts";
import type { Field } from "../../types.ts";
import type { Reader } from "./contract.ts";

export function isOwner({ name }: Pick<Field, "name">): boolean {
  return OWNERS.some((owner) => owner.name === name); // no configured field has such a name
}

/**
 * The values of a condition. In the configuration's own filters `$user` is the owner that is stored for the caller: a user, or an API key.
 * Owners that a caller's condition names are collected.
 */
export function ownersIn(reader: Reader, at: string, values: readonly Value[]): readonly Value[] {
  if (reader.trusted) return values.map((value) => (value === placeholder("$CURRENT_USER") ? placeholder("$CURRENT_ACTOR") : value));
  for (const id of values) if (typeof id === "string") reader.named?.push({ id, at });
  return values;
}

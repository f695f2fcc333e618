import { entityOf } from "../entity-of.ts";
import { rememberFor } from "../remember.ts";
import type { Schema } from "../types.ts";
import type { WritePlan } from "./plan.ts";
import { wayOf } from "./removal.ts";

/** Operations that can reach the records that refer to theirs. */
const REACHING: ReadonlySet<WritePlan["kind"]> = new Set(["remove", "trash", "restoreTrashed", "discard"]);

const remembered = rememberFor<readonly string[]>();

/** The names of the entities whose rows a write of one entity can change. */
export function changedEntities(schema: Schema, name: string, { kind }: Pick<WritePlan, "kind">): readonly string[] {
  const reaches = REACHING.has(kind);
  return remembered(schema, `${reaches} ${name}`, () => {
    const entity = entityOf(schema, name);
    return reaches ? [...new Set([name, ...wayOf(schema, entity).counted])] : [name];
  });
}

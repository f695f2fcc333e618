import type { AdminConfig } from "../api/admin-entities.ts";
import { EDITING, keys, PRESENCE } from "../api/keys.ts";
import { targetOf } from "../lists/model/fields.ts";
import type { Told } from "./follow-changes.ts";

const OF_FORMS: ReadonlySet<unknown> = new Set([EDITING, PRESENCE]);

/** Which queries read what has changed: those of the changed entities, and lists of others, which can show fields of related records. */
export function staleQueries(config: AdminConfig, changes: readonly Told[]) {
  const isReset = changes.some(({ event }) => event === "reset");
  const changed = new Set<unknown>(changes.map((told) => (told.event === "reset" ? undefined : told.entity)));
  const isRelated = (name: unknown): boolean =>
    config.entities.some(
      (entity) => entity.name === name && entity.fields.some((field) => changed.has(targetOf(config, field)?.name ?? null)),
    );
  return ({ queryKey: [scope, entity, kind, , part] }: { readonly queryKey: readonly unknown[] }): boolean =>
    scope === keys.entities[0] && !OF_FORMS.has(part) && (isReset || changed.has(entity) || (kind === "list" && isRelated(entity)));
}

/** The changes that the stream tells, for the parts of the page that show records. */
import type { AdminConfig } from "../api/admin-entities.ts";
import { EDITING, keys, PRESENCE } from "../api/keys.ts";
import { targetOf } from "../list-model/fields.ts";
import type { FollowedChange } from "./follow-changes.ts";

/**
 * Changes that come close together are passed on together, and the next ones when what they changed has been read: an import doesn't read a
 * list again for each of its records, nor faster than the service answers.
 */
const TOGETHER_MS = 500;

type Listener = (changes: readonly FollowedChange[]) => Promise<void> | void;

const listeners = new Set<Listener>();
let waiting: FollowedChange[] = [];
let passing: Promise<void> | null = null;

/** Passes a change on, soon. */
export function reportChange(told: FollowedChange): void {
  waiting.push(told);
  passing ??= passOn().finally(() => (passing = null));
}

/** Calls the listener with the changes of records. @returns a function that removes the listener */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

async function passOn(): Promise<void> {
  while (waiting.length > 0) {
    await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS));
    const changes = waiting;
    waiting = [];
    await Promise.allSettled([...listeners].map(async (listener) => listener(changes)));
  }
}

/** Whether one of the changes may be one of this record. @param id - null for a global */
export function isAmong(
  changes: readonly FollowedChange[],
  { entity, id }: { readonly entity: string; readonly id: string | null },
): boolean {
  return changes.some((told) => told.event === "reset" || (told.entity === entity && (id === null || told.id === id)));
}

const OF_FORMS: ReadonlySet<unknown> = new Set([EDITING, PRESENCE]);

/** Which queries read what has changed: those of the changed entities, and lists of others, which can show fields of related records. */
export function staleQueries(config: AdminConfig, changes: readonly FollowedChange[]) {
  const isReset = changes.some(({ event }) => event === "reset");
  const changed = new Set<unknown>(changes.map((told) => (told.event === "reset" ? undefined : told.entity)));
  const isRelated = (name: unknown): boolean =>
    config.entities.some(
      (entity) => entity.name === name && entity.fields.some((field) => changed.has(targetOf(config, field)?.name ?? null)),
    );
  return ({ queryKey: [scope, entity, kind, , part] }: { readonly queryKey: readonly unknown[] }): boolean =>
    scope === keys.entities[0] && !OF_FORMS.has(part) && (isReset || changed.has(entity) || (kind === "list" && isRelated(entity)));
}

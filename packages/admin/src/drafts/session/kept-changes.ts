/**
 * Unsaved changes, kept in the browser until they are saved. Each open form has a slot of its own, so that two tabs with the same record, or
 * with new ones, keep both.
 */
import { randomId } from "@mantine/hooks";
import { readJson, writeJson } from "../../api/stored-json.ts";
import type { Form } from "../../record-model/form.ts";
import type { Values } from "../../record-model/types.ts";

export interface KeptChanges {
  /** When they were stored, in ms since 1970. */
  readonly at: number;
  /** The changed fields: as stored on the server, and as edited in the form. */
  readonly base: Values;
  readonly values: Values;
}
/** Changes that another form has kept. */
export interface EarlierChanges extends KeptChanges {
  readonly slot: string;
  readonly forget: () => void;
}
const KEEP_AFTER_MS = 400;

/** The prefix of the storage keys. */
export const KEPT = "colophon.unsaved";
/** In the place of the id, for records that are not stored yet. */
export const NEW = "new";
export type Keeper = ReturnType<typeof createKeeper>;

/** @param place - the user and the record. */
export function createKeeper(place: readonly string[], storage: Storage = localStorage, slot = randomId("")) {
  let key = keyOf([...place, slot]);
  const forget = () => removeAt(storage, key);
  return {
    slot,
    keep(changes: KeptChanges): void {
      writeJson(storage, key, changes); // else only the form has the changes
    },
    forget,
    kept(): KeptChanges | null {
      return readJson<KeptChanges | null>(storage, key, null);
    },
    /** Keeps the changes of another record from now on: one that was new and is stored now. */
    moveTo(next: readonly string[]): void {
      forget();
      key = keyOf([...next, slot]);
    },
    /** What other forms of the record have kept, latest first. */
    earlier(): readonly EarlierChanges[] {
      return keptAt(place, storage).filter((kept) => kept.slot !== slot);
    },
  };
}

/** All changes of a record that are kept, latest first. */
export function keptAt(place: readonly string[], storage: Storage = localStorage): readonly EarlierChanges[] {
  const at = keyOf(place);
  const keys = Object.keys(storage).filter((key) => key === at || key.startsWith(`${at}.`));
  const found = keys.flatMap((key): EarlierChanges[] => {
    const kept = readJson<KeptChanges | null>(storage, key, null);
    return kept ? [{ ...kept, slot: key.slice(at.length + 1), forget: () => removeAt(storage, key) }] : [];
  });
  return found.toSorted((a, b) => b.at - a.at);
}

function keyOf(place: readonly string[]): string {
  return [KEPT, ...place].join(".");
}

function removeAt(storage: Storage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // storage is disabled: nothing is stored
  }
}

export function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

/**
 * Keeps a form's unsaved changes in the browser. A long text takes a while to store: while somebody types, that is done when a key was just
 * painted, and not beside the next one.
 */
export function createKeeping({ form, keeper }: { readonly form: Form; readonly keeper: Pick<Keeper, "keep"> }) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the oldest change was made that is not kept. */
  let changedAt: number | null = null;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
    changedAt = null;
  };
  const keep = (): void => {
    stop();
    const names = Object.keys(form.changes());
    const { base, values } = form.state();
    if (names.length > 0) keeper.keep({ at: Date.now(), base: pick(base, names), values: pick(values, names) });
  };
  return {
    keep,
    /** Keeps the changes when none has been made for a moment; somebody who types without a pause has them kept from time to time. */
    keepSoon(): void {
      const now = Date.now();
      changedAt ??= now;
      clearTimeout(timer);
      timer = setTimeout(keep, KEEP_AFTER_MS);
      if (now - changedAt >= KEEP_AFTER_MS) afterPaint(() => changedAt !== null && keep());
    },
    stop,
  };
}

/** Never while the page is hidden. */
function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}

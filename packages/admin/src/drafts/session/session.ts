/** Saves the changes of a form: one save at a time, with `If-Match`, merged with what others have saved meanwhile. */
import { ColophonError, etagOf } from "@colophon/client";
import { isEqual } from "../../record-model/same-value.ts";
import { errorsOf } from "../../record-model/errors.ts";
import { withTheirs } from "../../record-model/merge.ts";
import type { StoredRecord } from "../../record-model/record-api.ts";
import { createFollowing } from "./following.ts";
import { createKeeping, type EarlierChanges } from "./kept-changes.ts";
import { isChangedByOthers, isMissing, isTransient } from "./save-failures.ts";
import type { SessionOptions, SessionState } from "./session-state.ts";
import { attendForm } from "./unsaved.ts";

const AFTER_LAST_KEY_MS = 2_000;
/** Somebody who types without a pause is saved after this time, too. */
const AFTER_FIRST_KEY_MS = 10_000;
const TRY_AGAIN_MS = 10_000;
const MAX_MERGES = 5;

export type EditSession = ReturnType<typeof createSession>;

export function createSession({ form, record, isAutomatic, keeper, write, read }: SessionOptions) {
  let state: SessionState = { record, phase: "saved", error: null, isBusy: false, conflict: null, others: null };
  let tag = record ? etagOf(record) : undefined;
  let running: Promise<boolean> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keeping = createKeeping({ form, keeper });
  const { keep } = keeping;
  /** When the oldest change was made that is not saved. */
  let changedAt: number | null = null;
  const listeners = new Set<() => void>();
  const change = (part: Partial<SessionState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  const mergeRecord = (next: StoredRecord) => {
    tag = etagOf(next) ?? tag;
    return { ...state.record, ...next };
  };
  const following = createFollowing({
    read,
    isIdle: () => !running && !state.isBusy && !state.conflict,
    known: () => state.record,
    show: (theirs) => void ((tag === undefined || etagOf(theirs) !== tag) && !takeTheirs(theirs) && change({ others: "differ" })),
    fail,
  });
  const later = (afterMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void (isAutomatic ? save() : keep()), afterMs);
  };

  async function writeChanges(merges: number, isAsked: boolean): Promise<boolean> {
    const body = form.changes();
    if (Object.keys(body).length === 0) return true;
    const sent = form.state().values;
    try {
      const saved = await write(body, { ifMatch: tag, isAutomatic: !isAsked });
      const merged = mergeRecord(saved);
      form.saved(sent, saved);
      change({ record: merged, error: null, ...(state.others === "differ" && { others: null }) });
      return true;
    } catch (error) {
      if (!isChangedByOthers(error) || merges === 0) throw error;
      return (await mergeTheirs()) && writeChanges(merges - 1, isAsked);
    }
  }

  /** @returns false if the user must resolve a conflict. */
  async function mergeTheirs(): Promise<boolean> {
    const theirs = await read();
    if (!theirs || takeTheirs(theirs)) return true;
    change({ conflict: { merged: form.mergedWith(theirs), theirs } });
    return false;
  }

  /** @returns false, and changes nothing, if the user must choose. */
  function takeTheirs(theirs: StoredRecord): boolean {
    const { values } = form.state();
    const merged = form.mergedWith(theirs);
    if (merged.conflicts.length > 0) return false;
    form.accept(merged.values, theirs);
    const others = isEqual(values, merged.values) ? (state.others === "merged" ? "merged" : null) : "merged";
    change({ record: mergeRecord(theirs), others });
    return true;
  }

  /** The record could not be read again: if it is gone, the form says so, and keeps what is not saved. Otherwise the next save tells. */
  function fail(error: unknown): void {
    if (!isMissing(error)) return;
    keep();
    change({ error, ...(form.isChanged() && { phase: "failed" }) });
  }

  async function saveOnce(isAsked: boolean): Promise<boolean> {
    changedAt = null;
    change({ phase: "saving" });
    try {
      const isSaved = await writeChanges(MAX_MERGES, isAsked);
      const isChanged = form.isChanged();
      if (isSaved && !isChanged) keeper.forget();
      else keep();
      change({ phase: isSaved ? (isChanged ? "changed" : "saved") : "conflict" });
      if (isSaved && isChanged) later(AFTER_LAST_KEY_MS);
      return isSaved;
    } catch (error) {
      keep();
      change({ phase: "failed", error });
      if (error instanceof ColophonError) form.fail(errorsOf(error.details));
      if (isTransient(error)) later(TRY_AGAIN_MS);
      return false;
    }
  }

  /** Saves all current changes. @param isAsked - whether the user asked for it. @returns whether everything is saved */
  async function save({ isAsked = false } = {}): Promise<boolean> {
    clearTimeout(timer);
    if (state.conflict) return false;
    if (running) {
      await running;
      return save({ isAsked });
    }
    if (!form.isChanged()) {
      keeper.forget();
      if (state.phase !== "saved") change({ phase: "saved", error: null });
      return true;
    }
    running = saveOnce(isAsked);
    const isSaved = await running;
    running = null;
    following.catchUp();
    return isSaved;
  }

  function onChange(): void {
    const isChanged = form.isChanged();
    if (isChanged) keeping.keepSoon();
    if (running || state.conflict) return;
    if (!isChanged && state.others === "differ") void following.follow(); // nothing must be chosen any more
    const now = Date.now();
    changedAt = isChanged ? (changedAt ?? now) : null;
    if (changedAt === null) clearTimeout(timer);
    else later(Math.max(0, Math.min(AFTER_LAST_KEY_MS, changedAt + AFTER_FIRST_KEY_MS - now)));
    const phase = isChanged ? "changed" : "saved";
    if (state.phase === phase || (isChanged && state.phase === "failed")) return;
    change(state.phase === "failed" ? { phase, error: null } : { phase }); // the changes that could not be saved were undone
  }

  return {
    form,
    keeper,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    save,
    /** Stores unsaved changes in the browser. */
    keep,
    /** Discards them, here and in the browser. */
    drop(): void {
      form.reset(form.state().base);
      keeper.forget();
    },
    tag: () => tag,
    /** Resolves the conflict with their values at the given paths and the user's own values elsewhere, then saves. */
    async settle(paths: ReadonlySet<string>): Promise<boolean> {
      if (!state.conflict) return true;
      const { merged, theirs, onSettled } = state.conflict;
      const values = withTheirs(merged, paths);
      if (theirs) form.accept(values, theirs);
      else form.put(values);
      change({ record: theirs ? mergeRecord(theirs) : state.record, conflict: null, phase: "changed" });
      keep();
      onSettled?.();
      return save({ isAsked: true });
    },
    /** Saves, then runs an action that returns the new state of the record. @returns whether it succeeded */
    async act(run: (ifMatch: string | undefined) => Promise<StoredRecord | null>, { discards = false } = {}): Promise<boolean> {
      if (!discards && !(await save())) return false;
      change({ isBusy: true, error: null });
      try {
        const next = await run(tag);
        if (discards) form.reset(next ?? form.state().base);
        else if (next) form.accept(form.mergedWith(next).values, next);
        if (next) change({ record: mergeRecord(next), others: null, phase: form.isChanged() ? "changed" : "saved" });
        if (discards) keeper.forget();
        return true;
      } catch (error) {
        change({ error });
        if (error instanceof ColophonError) form.fail(errorsOf(error.details));
        return false;
      } finally {
        change({ isBusy: false });
        following.catchUp();
      }
    },
    /** Shows what others have saved, if nothing must be chosen: otherwise the next save asks. */
    follow: following.follow,
    /** Hides the message about others. */
    clearOthers: () => change({ others: null }),
    /** Restores changes from the browser that could not be saved, merged with what is stored: the user resolves conflicts. */
    restore({ forget, ...kept }: EarlierChanges): void {
      const merged = form.mergedFrom(kept);
      if (merged.conflicts.length > 0) return change({ conflict: { merged, theirs: null, onSettled: forget } });
      form.put(merged.values);
      keep();
      forget();
    },
    clearError: () => change({ error: null }),
    /** @returns a function that stops the timers and stores unsaved changes in the browser. */
    start(): () => void {
      const end = form.subscribe(onChange);
      onChange(); // a form may begin with values that are not saved
      const drop = () => form.reset(form.state().base);
      const leave = attendForm({ slot: keeper.slot, keep, drop, again: () => void (state.phase === "failed" && isAutomatic && save()) });
      return () => {
        end();
        clearTimeout(timer);
        keeping.stop();
        leave();
        keep();
      };
    },
  };
}

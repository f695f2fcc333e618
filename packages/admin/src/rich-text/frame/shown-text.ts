/** The text of a field as its editor shows it. The editor knows what it has written itself: only what comes from outside is rendered. */
import type { Form } from "../../record-model/form.ts";
import { valueAt } from "../../record-model/paths.ts";
import { isEqual } from "../../record-model/same-value.ts";

/** A value from outside: the stored one, a restored version, a merge, a save of somebody else. */
export interface ShownText<T> {
  readonly value: T | null;
  /** Whether it is edited in its stored form, because the editor would change it. It stays so while the user types. */
  readonly isPlain: boolean;
}

/** @param isUnsupported - whether the editor would change the value; it is asked once for each value from outside */
export function createShownText<T>({ state, set }: Pick<Form, "state" | "set">, path: string, isUnsupported: (value: T | null) => boolean) {
  const current = () => (valueAt(state().values, path) ?? null) as T | null;
  const shownNow = (value: T | null): ShownText<T> => ({ value, isPlain: isUnsupported(value) });
  let known = current();
  let shown = shownNow(known);
  return {
    /** The same object until the value is changed from outside. */
    shown(): ShownText<T> {
      const value = current();
      if (value === known) return shown;
      const isNews = !isEqual(value, known);
      known = value;
      if (isNews) shown = shownNow(value);
      return shown;
    },
    /** Writes what the user has typed. */
    write(value: T | null): void {
      known = value;
      set(path, value);
    },
  };
}

/** The state of one form: stored values, current values and errors. Components subscribe to it. */
import { changedFields, fieldValues } from "./body.ts";
import { withoutErrorsAt, type Errors } from "./errors.ts";
import { merge, type Merged } from "./merge.ts";
import { withValueAt } from "./paths.ts";
import type { FormField, Values } from "./types.ts";

export interface FormState {
  readonly fields: readonly FormField[];
  /** The stored values, as far as known. */
  readonly base: Values;
  readonly values: Values;
  readonly errors: Errors;
}
export type Form = ReturnType<typeof createForm>;

/** @param record - the stored record, or the first values of a new one. */
export function createForm(fields: readonly FormField[], record: Values) {
  const base = fieldValues(fields, record);
  let state: FormState = { fields, base, values: base, errors: {} };
  const listeners = new Set<() => void>();
  const change = (part: Partial<FormState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(path: string, value: unknown) {
      change({ values: withValueAt(state.values, path, value), errors: withoutErrorsAt(state.errors, path) });
    },
    /** The unsaved changes, as a request body. */
    changes: () => changedFields(state.fields, state.base, state.values),
    isChanged: () => Object.keys(changedFields(state.fields, state.base, state.values)).length > 0,
    fail: (errors: Errors) => change({ errors }),
    /** Replaces the fields, for example when permissions change; keeps the current values and the identity of unchanged fields. */
    setFields(next: readonly FormField[], record: Values) {
      const fields = withKnown(state.fields, next);
      const base = fieldValues(fields, record);
      change({ fields, base, values: { ...base, ...pickKnown(state.values, base) } });
    },
    /** Discards the current values. */
    reset(record: Values) {
      const base = fieldValues(state.fields, record);
      change({ base, values: base, errors: {} });
    },
    /** Applies the answer to a save of `sent`; later input stays. */
    saved(sent: Values, record: Values) {
      const theirs = fieldValues(state.fields, record);
      const { values } = merge(state.fields, { base: sent, mine: state.values, theirs });
      change({ base: theirs, values, errors: {} });
    },
    /** Merges the current changes with those that somebody else has saved. */
    mergedWith: (record: Values): Merged =>
      merge(state.fields, { base: state.base, mine: state.values, theirs: fieldValues(state.fields, record) }),
    /** Applies the result of a merge. */
    accept(values: Values, record: Values) {
      change({ base: fieldValues(state.fields, record), values });
    },
    /** Merges changes that were stored elsewhere, made to `base`. */
    mergedFrom: (kept: { readonly base: Values; readonly values: Values }): Merged =>
      merge(state.fields, { base: { ...state.values, ...kept.base }, mine: { ...state.values, ...kept.values }, theirs: state.values }),
    put: (values: Values) => change({ values }),
  };
}

/** The next fields, as the known objects where they are the same. */
function withKnown(known: readonly FormField[], next: readonly FormField[]): readonly FormField[] {
  const fields = next.map((field) => known.find((formField) => isSame(formField, field)) ?? field);
  return fields.length === known.length && fields.every((field, at) => field === known[at]) ? known : fields;
}

function isSame(a: FormField, b: FormField): boolean {
  return a.definition === b.definition && a.isReadOnly === b.isReadOnly;
}

function pickKnown(values: Values, names: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in names));
}

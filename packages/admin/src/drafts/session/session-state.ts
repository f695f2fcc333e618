import type { Form } from "../../record-model/form.ts";
import type { Merged } from "../../record-model/merge.ts";
import type { Values } from "../../record-model/types.ts";
import type { StoredRecord } from "../../record-model/record-api.ts";
import type { Keeper } from "./kept-changes.ts";

export interface SessionState {
  readonly record: StoredRecord | null;
  readonly phase: "saved" | "changed" | "saving" | "failed" | "conflict";
  readonly error: unknown;
  /** Whether an action such as publishing is running. */
  readonly isBusy: boolean;
  /** Fields that both sides have changed, to choose from; without `theirs`, the other side is the record that the form has already. */
  readonly conflict: { readonly merged: Merged; readonly theirs: StoredRecord | null; readonly onSettled?: () => void } | null;
  /** What others have saved meanwhile is in the form, or differs from its unsaved changes: then the next save asks. Null without either. */
  readonly others: "merged" | "differ" | null;
}
export interface SessionOptions {
  readonly form: Form;
  readonly record: StoredRecord | null;
  /** Whether changes are saved automatically. */
  readonly isAutomatic: boolean;
  readonly keeper: Keeper;
  /** `isAutomatic`: no version of its own is needed. */
  readonly write: (body: Values, options: { readonly ifMatch: string | undefined; readonly isAutomatic: boolean }) => Promise<StoredRecord>;
  readonly read: () => Promise<StoredRecord | null>;
}

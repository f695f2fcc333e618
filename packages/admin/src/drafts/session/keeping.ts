import type { Form } from "../../records/model/form.ts";
import { pick, type Keeper } from "./kept-changes.ts";

const AFTER_MS = 500;

/** Keeps a form's unsaved changes in the browser. */
export function createKeeping({ form, keeper }: { readonly form: Form; readonly keeper: Keeper }) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = (): void => {
    const names = Object.keys(form.changes());
    const { base, values } = form.state();
    if (names.length > 0) keeper.keep({ at: Date.now(), base: pick(base, names), values: pick(values, names) });
  };
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    keep,
    /** Somebody who types without a pause has the changes kept from time to time. */
    keepSoon(): void {
      timer ??= setTimeout(() => {
        timer = undefined;
        keep();
      }, AFTER_MS);
    },
    stop,
  };
}

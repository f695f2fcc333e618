/** Passes values to the form of a new record that is opened next. */
import type { Values } from "../../record-model/types.ts";

interface Passed {
  readonly entity: string;
  readonly values: Values;
  /** Called when the form has them. */
  readonly onTaken: () => void;
}

let passed: Passed | null = null;

export function passNewValues(entity: string, values: Values, onTaken: () => void = () => undefined): void {
  passed = { entity, values, onTaken };
}

/** The values for a new record of the entity, if any were passed; once. */
export function takeNewValues(entity: string): Passed | null {
  const taken = passed?.entity === entity ? passed : null;
  passed = null;
  return taken;
}

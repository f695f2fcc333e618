/**
 * A write's statement is worked out once for each shape of write (who, what, which fields) and filled with the values of
 * each one: the text is the same anyway, and making it costs more than running it.
 */
import type { Schema, Value } from "../types.ts";
import type { WriteStatement } from "./statement.ts";

/** An open place in a statement, to be filled by name. `json` values are sent as JSON text. */
export interface Slot {
  readonly slot: string;
  readonly json: boolean;
}

const SLOTS = new WeakSet<object>();
const MAX_SHAPES = 500;
const known = new WeakMap<Schema, Map<string, WriteStatement>>();

/** An open place of that name. */
export function slot(name: string, json = false): Slot {
  const made = Object.freeze({ slot: name, json });
  SLOTS.add(made);
  return made;
}

/** Whether a value is still open. */
export function isSlot(value: Value): value is Slot {
  return typeof value === "object" && value !== null && SLOTS.has(value);
}

function shapeKnown(shapes: Map<string, WriteStatement>, key: string): WriteStatement | undefined {
  const found = shapes.get(key);
  if (found) {
    shapes.delete(key);
    shapes.set(key, found); // the last used is the last to be forgotten
  } else if (shapes.size >= MAX_SHAPES) {
    const [oldest] = shapes.keys();
    if (oldest !== undefined) shapes.delete(oldest);
  }
  return found;
}

/** The statement of a shape, worked out when it is asked for the first time. The key must name all that shapes the text. */
export function recipeOf(schema: Schema, shape: readonly unknown[], build: () => WriteStatement): WriteStatement {
  const shapes = known.get(schema) ?? new Map<string, WriteStatement>();
  known.set(schema, shapes);
  const key = JSON.stringify(shape);
  const recipe = shapeKnown(shapes, key) ?? build();
  shapes.set(key, recipe);
  return recipe;
}

function toText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** The statement with its open places filled. @throws TypeError when one is left: that is our bug */
export function fill(recipe: WriteStatement, given: ReadonlyMap<string, unknown>): WriteStatement {
  const values = recipe.values.map((value) => {
    if (!isSlot(value)) return value;
    if (!given.has(value.slot)) throw new TypeError(`nothing was given for ${value.slot}`);
    return value.json ? toText(given.get(value.slot)) : (given.get(value.slot) ?? null);
  });
  return Object.freeze({ ...recipe, values: Object.freeze(values) });
}

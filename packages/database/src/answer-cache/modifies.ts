import type { PreparedText } from "../database.ts";

/** Tables whose rows are in answers. */
const CHANGES =
  /\b(?:insert\s+into|update|delete\s+from|truncate|merge\s+into)\s+(?:only\s+)?"?(?:content"?\.|cms"?\."?(?:users|images|videos|files|api_keys|trash|removals)\b)/i;

const known = new WeakMap<PreparedText, boolean>();

/** Whether a statement of this package may change rows that are in answers. */
export function changesContent(statement: PreparedText): boolean {
  const before = known.get(statement);
  if (before !== undefined) return before;
  const changes = CHANGES.test(statement.text);
  known.set(statement, changes);
  return changes;
}

/** Whether a project's SQL may do so; in doubt it may. */
export function mayChangeContent(text: string): boolean {
  return /\b(?:insert|update|delete|truncate|merge|call|do|copy|cms)\b/i.test(text);
}

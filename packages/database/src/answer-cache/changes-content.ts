/** Tables whose rows are in answers. */
const CHANGES =
  /\b(?:insert\s+into|update|delete\s+from|truncate|merge\s+into)\s+(?:only\s+)?"?(?:content"?\.|cms"?\."?(?:users|images|videos|files|api_keys|trash|removals)\b)/i;

interface Text {
  readonly text: string;
}

const known = new WeakMap<Text, boolean>();

/** Whether a statement of this package may change rows that are in answers. */
export function changesContent(statement: Text): boolean {
  const before = known.get(statement);
  if (before !== undefined) return before;
  const changes = CHANGES.test(statement.text);
  known.set(statement, changes);
  return changes;
}

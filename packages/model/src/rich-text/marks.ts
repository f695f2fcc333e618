/** The table of marks. */
import { href, id, text, type Attributes } from "./attributes.ts";
import type { MarkName } from "./document.ts";

export interface MarkRule {
  readonly attrs: Attributes;
  /** Why the attributes don't fit each other, or null. */
  readonly problem?: (attrs: Readonly<Record<string, unknown>>) => string | null;
}

const PLAIN: MarkRule = { attrs: {} };

/** Every mark by its name. */
export const MARKS: Readonly<Record<MarkName, MarkRule>> = {
  bold: PLAIN,
  italic: PLAIN,
  underline: PLAIN,
  strike: PLAIN,
  code: PLAIN,
  subscript: PLAIN,
  superscript: PLAIN,
  highlight: PLAIN,
  link: {
    attrs: { href, entity: text(100), id },
    problem: ({ href: url = null, entity = null, id: record = null }) =>
      (url === null) === (entity === null) || (url !== null && record !== null) ? "must have either an href, or an entity and an id" : null,
  },
};

/** The rule of a mark, if there is one of this name. */
export function markRule(name: string): MarkRule | null {
  return Object.hasOwn(MARKS, name) ? MARKS[name as MarkName] : null;
}

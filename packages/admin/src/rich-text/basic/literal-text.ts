/** Text that looks like Markdown's blocks, written so that it is read back as text. Everything else is written as it is. */

/**
 * What precedes the backslash if the first line of a paragraph would be read as something else. Quotes, fences and `*` have one wherever
 * they are.
 */
const FIRST = /^(?:(?=[-+](?:[ \t]|$)|#{1,6}(?:[ \t]|$)|(?:-[ \t]*){3,}$)|\d+(?=[.)](?:[ \t]|$)))/;

/** The same for its other lines: a list that begins there isn't empty, and its number is 1. */
const LATER = /^(?:(?=[-+][ \t]+\S|#{1,6}(?:[ \t]|$)|(?:-[ \t]*){3,}$)|1(?=[.)][ \t]+\S))/;

/** Lines that make the line above them a heading, or the first row of a table. */
const BELOW = /^(?==+[ \t]*$|(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$)/;

/** The editor reads lists with letters and Roman numbers, too, but not in the only paragraph of an item. */
const LETTERS = /^(?:[ivxlcdm]+|[a-z]{1,2})(?=[.)][ \t])/i;

const HASH = /^(?=#)/;

/** Where a paragraph is. */
export interface ParagraphPosition {
  readonly isInItem: boolean;
  /** Whether it follows the mark of its list item. */
  readonly isAfterMark: boolean;
}

/** @param markdown - of the paragraph alone */
export function asParagraph(markdown: string, position: ParagraphPosition): string {
  const [first = "", ...others] = markdown.split("\n");
  const start = firstLine(first, position);
  if (others.length === 0) return start;
  const escaped = position.isInItem ? others.map(lineInItem) : others.map(laterLine);
  return [position.isInItem ? withBackslash(start, [HASH]) : start, ...escaped].join("\n");
}

function firstLine(line: string, { isAfterMark }: ParagraphPosition): string {
  const indent = indentOf(line);
  const isLost = isAfterMark && indent !== "";
  if (isLost || isCode(indent)) return withReference(line);
  return withBackslash(line, isAfterMark ? [FIRST] : [FIRST, LETTERS]);
}

function laterLine(line: string): string {
  return isCode(indentOf(line)) ? line : withBackslash(line, [LATER, BELOW]); // code can't follow a line of text
}

/** Lists begin in any line of an item, with any number; and the parser ends an item of several lines at `#`, whatever follows it. */
function lineInItem(line: string): string {
  return isCode(indentOf(line)) ? withReference(line) : withBackslash(line, [FIRST, LETTERS, BELOW, HASH]);
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** Whether a line with this indentation is one of code. */
function isCode(indent: string): boolean {
  return indent.length >= 4 || indent.includes("\t");
}

function withBackslash(line: string, patterns: readonly RegExp[]): string {
  const indent = indentOf(line);
  const text = line.slice(indent.length);
  const pattern = patterns.find((one) => one.test(text));
  return pattern ? indent + text.replace(pattern, "$&\\") : line;
}

/** Its first space or tab as a character reference, after which no block begins. */
function withReference(line: string): string {
  return line.trim() === "" ? line : `&#${line.charCodeAt(0)};${line.slice(1)}`;
}

/** The paragraph after the mark of an item that has more blocks: only then the editor looks for letters there, too. */
export function asFirstOfSeveral(markdown: string): string {
  return withBackslash(markdown, [LETTERS]);
}

/** A heading, at the end of which `#` would be left out. */
export function asHeading(markdown: string): string {
  return markdown.replace(/(?<=^#{1,6} (?:.*[ \t])?)(?=#+[ \t]*$)/, "\\");
}

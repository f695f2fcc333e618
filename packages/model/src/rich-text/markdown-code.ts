/** Markdown without its code. `cms.markdown_prose` does the same to stored texts. */

/** The start of a block of code, in a quotation or an item of a list too. */
export const CODE_FENCE = "^[ \\t>]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \\t]+)*(`{3,}(?=[^`]*$)|~{3,})";

/** The start of a line of code without fences, of an item of a list, and of a line that ends a list behind an empty line. */
export const CODE_INDENT = "^(?: {4}| {0,3}\\t)";
export const LIST_ITEM = "^ {0,3}(?:[-*+]|[0-9]{1,9}[.)])(?:[ \\t\\r]|$)";
export const LIST_END = "^ ?[^ \\t]";

/** Code in a line doesn't go on behind an empty line, nor in the next heading or item of a list. */
export const CODE_GAP = "\\n[ \\t\\r>]*(?:\\n|(?:[-*+]|[0-9]{1,9}[.)]|#{1,6})[ \\t])";

const [FENCE, INDENT, ITEM, END] = [CODE_FENCE, CODE_INDENT, LIST_ITEM, LIST_END].map((pattern) => new RegExp(pattern)) as [
  RegExp,
  RegExp,
  RegExp,
  RegExp,
];
const GAP = new RegExp(CODE_GAP);

/** The same text with spaces for code, each character at its position. Indented lines behind an item of a list belong to it. */
export function markdownProse(text: string): string {
  return /`|~~~| {4}|\t/.test(text) ? withoutSpans(withoutBlocks(text)) : text;
}

const blank = (code: string): string => code.replaceAll(/[^\n]/g, " ");

function withoutBlocks(text: string): string {
  let fence = "";
  let isQuoted = false;
  let isList = false;
  let isBlockOver = true;
  const lines = text.split("\n").map((line) => {
    if (fence !== "" && isQuoted && !line.includes(">")) fence = ""; // the quotation has ended, and its code with it
    if (fence !== "") {
      if (isEnd(line, fence)) fence = "";
      return blank(line);
    }
    if (/^[ \t\r]*$/.test(line)) isBlockOver = true;
    else if (isBlockOver && !isList && INDENT.test(line)) return blank(line);
    else {
      if (ITEM.test(line)) isList = true;
      else if (isBlockOver && END.test(line)) isList = false;
      fence = FENCE.exec(line)?.[1] ?? "";
      isQuoted = /^[ \t]*>/.test(line);
      isBlockOver = fence !== "";
    }
    return fence === "" ? line : blank(line);
  });
  return lines.join("\n");
}

function isEnd(line: string, fence: string): boolean {
  const end = line.replace(/^[ \t>]*/, "").trimEnd();
  return end.startsWith(fence) && end === fence.charAt(0).repeat(end.length);
}

/** Code in a line ends at as many backticks as it began with, before a gap. */
function withoutSpans(text: string): string {
  const tokens = text.match(/[^`]+|`+/g) ?? []; // texts and backticks by turns
  const hasGap = tokens.map((token) => GAP.test(token));
  const kept: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const end = endOfSpan(tokens, hasGap, at);
    const part = tokens.slice(at, (end ?? at) + 1).join("");
    kept.push(end === null ? part : blank(part));
    at = end ?? at;
  }
  return kept.join("");
}

function endOfSpan(tokens: readonly string[], hasGap: readonly boolean[], at: number): number | null {
  const ticks = tokens[at] ?? "";
  const isEscaped = /(?<!\\)(?:\\\\)*\\$/.test(tokens[at - 1] ?? "");
  if (!ticks.startsWith("`") || isEscaped) return null;
  for (let end = at + 2; end < tokens.length && !hasGap[end - 1]; end += 2) if (tokens[end] === ticks) return end;
  return null;
}

/** Signs of Markdown in a text: blocks that begin with their mark, or lines with links or strong texts. */
const BLOCK = /^(?:#{1,6} \S|[-*+] \S|\d{1,9}[.)] \S|> ?\S|```|~~~|\|.*\|\s*$|[-*_]{3,}\s*$)/m;
const INLINE = /\[[^\]\n]+\]\([^)\s]+\)|\*\*[^*\n]+\*\*|~~[^~\n]+~~|`[^`\n]+`/;

/** Whether a plain text looks as if it was written in Markdown. */
export function isMarkdown(text: string): boolean {
  return BLOCK.test(text) || INLINE.test(text);
}

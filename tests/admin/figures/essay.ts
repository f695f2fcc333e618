const WORDS_OF_PARAGRAPH = 50;

/** A document of paragraphs of equal length, every tenth a heading. */
export function essayOf(words: number): readonly object[] {
  const content = (count: number) => [{ type: "text", text: "leek ".repeat(count).trim() }];
  return Array.from({ length: words / WORDS_OF_PARAGRAPH }, (_, at) =>
    at % 10 === 0
      ? { _type: "heading", attrs: { level: 2 }, content: content(WORDS_OF_PARAGRAPH) }
      : { _type: "paragraph", content: content(WORDS_OF_PARAGRAPH) },
  );
}

/** The same in Markdown. */
export function markdownEssayOf(words: number): string {
  const text = "leek ".repeat(WORDS_OF_PARAGRAPH).trim();
  return Array.from({ length: words / WORDS_OF_PARAGRAPH }, (_, at) => (at % 10 === 0 ? `## ${text}` : text)).join("\n\n");
}

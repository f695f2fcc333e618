import type { Node } from "@tiptap/pm/model";

/** The number of words in the texts of a document, in languages without spaces, too. */
export function wordsIn(document: Node, language: string): number {
  const text = document.textBetween(0, document.content.size, "\n", " ");
  let words = 0;
  for (const { isWordLike } of new Intl.Segmenter(language, { granularity: "word" }).segment(text)) if (isWordLike) words += 1;
  return words;
}

import type { Node } from "@tiptap/pm/model";

/** The number of words in each block that was counted: a key changes one block of a long text. */
let counted = { language: "", words: new WeakMap<Node, number>() };

/** The number of words in the texts of a document, in languages without spaces, too. */
export function wordsIn(document: Node, language: string): number {
  if (counted.language !== language) counted = { language, words: new WeakMap() };
  const segmenter = new Intl.Segmenter(language, { granularity: "word" });
  return document.children.reduce((sum, block) => sum + (counted.words.get(block) ?? count(block, segmenter)), 0);
}

function count(block: Node, segmenter: Intl.Segmenter): number {
  const text = block.textBetween(0, block.content.size, "\n", " ");
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words += 1;
  counted.words.set(block, words);
  return words;
}

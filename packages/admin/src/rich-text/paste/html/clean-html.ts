/** HTML from a clipboard as plain HTML: structure by elements, no styles. */
import { bodyOf, htmlOf, type Child } from "./html-tree.ts";
import { withFigures, type PastedPicture } from "./pictures.ts";
import { unified } from "./unified.ts";
import { fromGoogleDocs, fromNotion, isGoogleDocs, isNotion } from "./web-editors.ts";
import { fromWord, isWord } from "./word.ts";

export interface CleanHtml {
  readonly html: string;
  readonly pictures: readonly PastedPicture[];
}

interface Program {
  readonly isSource: (html: string) => boolean;
  readonly rewritten: (nodes: readonly Child[]) => readonly Child[];
}

const PROGRAMS: readonly Program[] = [
  { isSource: isGoogleDocs, rewritten: fromGoogleDocs },
  { isSource: isNotion, rewritten: fromNotion },
  { isSource: isWord, rewritten: fromWord },
];

/** @param rtf - the same in RTF, if the clipboard has it. @param newId - makes a new UUID */
export function cleanHtml(html: string, options: { readonly rtf: string; readonly newId: () => string }): CleanHtml {
  const program = PROGRAMS.find(({ isSource }) => isSource(html));
  const nodes = program?.rewritten(bodyOf(html)) ?? bodyOf(html);
  const { nodes: figures, pictures } = withFigures(unified(nodes), options);
  return { html: htmlOf(figures), pictures };
}

/** Finding and replacing in the editor. Matches are highlighted while there is a query. */
import { Extension, type Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { Fragment, Slice } from "@tiptap/pm/model";
import type { Command, EditorState } from "@tiptap/pm/state";
import { findNext, findPrev, getMatchHighlights, replaceAll, replaceNext, search, SearchQuery, setSearchState } from "prosemirror-search";

/** What is searched, and what takes its place. */
export interface Query {
  readonly text: string;
  readonly replacement: string;
  readonly isCaseSensitive: boolean;
}

export interface Matches {
  readonly count: number;
  /** The place of the selected match among them, from 1; 0 if none is selected. */
  readonly current: number;
}

/** @param onOpen - called by the keys that search in a page */
export function findExtension(onOpen: () => void): Extension {
  return Extension.create({
    name: "find",
    addProseMirrorPlugins: () => [search()],
    addKeyboardShortcuts: () => ({
      "Mod-f"() {
        onOpen();
        return true;
      },
    }),
  });
}

export function setQuery({ view }: Editor, { text, replacement, isCaseSensitive }: Query): void {
  const query = Object.assign(new SearchQuery({ search: text, replace: replacement, caseSensitive: isCaseSensitive, literal: true }), {
    getReplacements: replacedBy(replacement),
  });
  view.dispatch(setSearchState(view.state.tr, query).setMeta("addToHistory", false));
}

/** Puts the text in place of a match, with the marks of the match. The package would read `$1` in it as a group. */
function replacedBy(replacement: string): SearchQuery["getReplacements"] {
  return ({ doc, schema }, { from, to }) => {
    const marks = doc.resolve(from).marksAcross(doc.resolve(to));
    return [{ from, to, insert: replacement === "" ? Slice.empty : new Slice(Fragment.from(schema.text(replacement, marks)), 0, 0) }];
  };
}

export function matchesIn(state: EditorState): Matches {
  const { from, to } = state.selection;
  const found = getMatchHighlights(state).find();
  return { count: found.length, current: found.findIndex((match) => match.from === from && match.to === to) + 1 };
}

const COMMANDS = { next: findNext, previous: findPrev, replace: replaceNext, replaceAll } satisfies Record<string, Command>;
export type FindCommand = keyof typeof COMMANDS;

/** Runs a command as one step that can be undone. */
export function runFind({ view }: Editor, name: FindCommand): void {
  COMMANDS[name](view.state, (tr) => view.dispatch(tr.docChanged ? closeHistory(tr) : tr), view);
}

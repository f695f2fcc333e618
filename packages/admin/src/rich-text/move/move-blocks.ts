/** Moving the blocks of a text: by keys, and by what is dragged. */
import { Extension, type Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { NodeSelection, PluginKey, type EditorState, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

export type Direction = "up" | "down";

export interface BlockMove {
  readonly isMoved: boolean;
  /** The place of the first moved block among all blocks, from 1. */
  readonly place: number;
  readonly count: number;
}

const MOVE = new PluginKey<BlockMove>("moveBlocks");

/** The move that a transaction is, or that it could not be. */
export function moveOf(tr: Transaction): BlockMove | undefined {
  return tr.getMeta(MOVE) as BlockMove | undefined;
}

/** Moves the selected blocks of the top level by one place. Only their neighbour is replaced: the selection stays. */
export function moveBlocks({ doc, selection, tr }: EditorState, direction: Direction): Transaction {
  const { $from, $to } = selection;
  const count = doc.childCount;
  const first = Math.min($from.index(0), count - 1);
  const last = Math.max($to.indexAfter(0) - 1, first);
  const at = direction === "up" ? first - 1 : last + 1;
  const neighbour = doc.maybeChild(at);
  if (!neighbour) return tr.setMeta(MOVE, { isMoved: false, place: first + 1, count } satisfies BlockMove);
  const from = $from.posAtIndex(at, 0);
  const to = direction === "up" ? $from.posAtIndex(last + 1, 0) - neighbour.nodeSize : $from.posAtIndex(first, 0);
  tr.delete(from, from + neighbour.nodeSize)
    .insert(to, neighbour)
    .scrollIntoView();
  const place = direction === "up" ? first : first + 2;
  return closeHistory(tr).setMeta(MOVE, { isMoved: true, place, count } satisfies BlockMove);
}

export function runMove({ view }: Editor, direction: Direction): void {
  view.dispatch(moveBlocks(view.state, direction));
}

export const MoveKeys = Extension.create({
  name: "moveBlocks",
  addKeyboardShortcuts() {
    const move = (direction: Direction) => () => {
      runMove(this.editor, direction);
      return true;
    };
    return { "Alt-Shift-ArrowUp": move("up"), "Alt-Shift-ArrowDown": move("down") };
  },
});

/** The element of the block at this height of the window. */
export function blockAt({ dom }: EditorView, y: number): Element | null {
  let [first, end] = [0, dom.children.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((dom.children[middle]?.getBoundingClientRect().bottom ?? 0) < y) first = middle + 1;
    else end = middle;
  }
  const block = dom.children[first];
  return block && block.getBoundingClientRect().top <= y ? block : null;
}

/** Selects the block, and lets the editor move it to where it is dropped. */
export function startDrag(view: EditorView, block: Element, data: DataTransfer): void {
  const $inside = view.state.doc.resolve(view.posAtDOM(block, 0));
  const selection = NodeSelection.create(view.state.doc, $inside.depth === 0 ? $inside.pos : $inside.before(1));
  view.dispatch(view.state.tr.setSelection(selection));
  const { dom, text, slice } = view.serializeForClipboard(selection.content());
  data.clearData();
  data.setData("text/html", dom.innerHTML);
  data.setData("text/plain", text);
  data.effectAllowed = "move";
  data.setDragImage(block, 0, 0);
  view.dragging = { slice, move: true };
}

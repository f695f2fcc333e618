/** The tables of documents in the editor: with a header row and column, spans, and keys. */
import { Extension, mergeAttributes, Node, type Editor, type Extensions } from "@tiptap/core";
import type { Command } from "@tiptap/pm/state";
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  mergeCells,
  setCellAttr,
  splitCell,
  tableEditing,
  toggleHeader,
} from "@tiptap/pm/tables";

const ROLES = { table: "table", tableRow: "row", tableHeader: "header_cell", tableCell: "cell" } as const;
type Part = keyof typeof ROLES;

function part(name: Part, content: string, tag: string, rest: Parameters<typeof Node.create>[0] = {}): Node {
  return Node.create({
    name,
    content,
    isolating: true,
    extendNodeSchema: (extension) => (extension.name === name ? { tableRole: ROLES[name] } : {}),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
    ...rest,
  });
}

const span = (name: string) => ({ default: 1, parseHTML: (element: HTMLElement) => Number(element.getAttribute(name) ?? 1) });
const cellAttributes = () => ({
  colspan: span("colspan"),
  rowspan: span("rowspan"),
  colwidth: { default: null, rendered: false },
  align: { default: null },
});

/** What can be done with the table around the cursor, by the names of their texts. */
export const TABLE_COMMANDS = {
  addRow: addRowAfter,
  addColumn: addColumnAfter,
  deleteRow,
  deleteColumn,
  headerRow: toggleHeader("row"),
  headerColumn: toggleHeader("column"),
  mergeCells,
  splitCell,
  alignLeft: setCellAttr("align", "left"),
  alignCenter: setCellAttr("align", "center"),
  alignRight: setCellAttr("align", "right"),
  alignUsual: setCellAttr("align", null),
  deleteTable,
} satisfies Record<string, Command>;

/** Runs one of the commands; returns whether it was possible. */
export function runInTable(editor: Editor, command: Command): boolean {
  const { state, view } = editor;
  const isDone = command(state, view.dispatch);
  editor.commands.focus();
  return isDone;
}

/** A table with a header row. */
export function newTable(rows: number, columns: number) {
  const cells = (type: string) => Array.from({ length: columns }, () => ({ type, content: [{ type: "paragraph" }] }));
  return {
    type: "table",
    content: Array.from({ length: rows }, (_, at) => ({ type: "tableRow", content: cells(at === 0 ? "tableHeader" : "tableCell") })),
  };
}

const Keys = Extension.create({
  name: "tableKeys",
  priority: 200, // before the tab key of lists
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const move = (direction: 1 | -1) => () => goToNextCell(direction)(this.editor.state, this.editor.view.dispatch);
    const next = () => {
      if (!this.editor.isActive("table")) return false;
      if (move(1)()) return true;
      runInTable(this.editor, addRowAfter);
      return move(1)();
    };
    return { Tab: next, "Shift-Tab": move(-1) };
  },
});

export const DOCUMENT_TABLES: Extensions = [
  part("table", "tableRow+", "table", {
    group: "block",
    renderHTML: ({ HTMLAttributes }) => ["table", mergeAttributes(HTMLAttributes), ["tbody", 0]],
  }),
  part("tableRow", "(tableCell | tableHeader)+", "tr"),
  part("tableHeader", "block+", "th", { addAttributes: cellAttributes }),
  part("tableCell", "block+", "td", { addAttributes: cellAttributes }),
  Keys,
];

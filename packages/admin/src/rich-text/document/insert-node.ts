import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";

/** Inserts nodes at the cursor; after a selected node, which stays. */
export function insertNode(editor: Editor, content: object | readonly object[]): void {
  const { selection } = editor.state;
  const place = selection instanceof NodeSelection ? selection.to : selection;
  editor.chain().focus().insertContentAt(place, content).run();
}

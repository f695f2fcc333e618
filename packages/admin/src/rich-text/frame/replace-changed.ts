import type { Editor } from "@tiptap/core";
import { Node } from "@tiptap/pm/model";
import { diffArrays } from "diff";

/** Replaces the blocks that differ. The cursor stays in its block, and Undo takes back nothing but what was typed here. */
export function replaceChanged(editor: Editor, content: unknown): void {
  const { doc, tr } = editor.state;
  const next = Node.fromJSON(editor.schema, content);
  const target = next.childCount > 0 ? next : editor.schema.topNodeType.createAndFill();
  let position = 0;
  let removedFrom: number | null = null;
  const replace = (nodes: readonly Node[]) => {
    if (removedFrom !== null || nodes.length > 0) tr.replaceWith(tr.mapping.map(removedFrom ?? position), tr.mapping.map(position), nodes);
    removedFrom = null;
  };
  for (const { value, added, removed } of diffArrays([...doc.children], [...(target?.children ?? [])], {
    comparator: (one, other) => one.eq(other),
  })) {
    if (!added) {
      if (removed) removedFrom = position;
      else replace([]);
      position += value.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    } else replace(value);
  }
  replace([]);
  editor.view.dispatch(tr.setMeta("addToHistory", false).setMeta("preventUpdate", true));
}

import type { Editor } from "@tiptap/core";
import type { Transaction } from "@tiptap/pm/state";

/** A place in a text, which moves with the text around it until it is used. */
export interface Place {
  /** The position, for the last time. */
  readonly take: () => number;
}

export function placeAt(editor: Editor, position: number): Place {
  let at = position;
  const follow = ({ transaction }: { readonly transaction: Transaction }) => void (at = transaction.mapping.map(at));
  editor.on("transaction", follow);
  return {
    take() {
      editor.off("transaction", follow);
      return at;
    },
  };
}

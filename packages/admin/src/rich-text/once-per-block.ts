import type { Node } from "@tiptap/pm/model";

/**
 * Converts the blocks of a document, each only once: a key changes one block of a long text.
 *
 * @param convert - depends on the block, and on what stays the same as long as the editor exists
 */
export function oncePerBlock<T extends object | string, Context>(convert: (block: Node, context: Context) => T) {
  const known = new WeakMap<Node, T>();
  return ({ children }: Node, context: Context): readonly T[] =>
    children.map((block) => {
      const value = known.get(block) ?? convert(block, context);
      known.set(block, value);
      return value;
    });
}

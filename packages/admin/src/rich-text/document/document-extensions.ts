/** The editor's features for documents. Nodes and marks that the field doesn't allow are shown, too: stored ones stay. */
import { Node, type Extensions, type NodeViewRenderer } from "@tiptap/core";
import { OrderedList, TaskItem, TaskList } from "@tiptap/extension-list";
import StarterKit from "@tiptap/starter-kit";
import { CARD_NODES, isPlainObject, NODES } from "@colophon/model";
import { DOCUMENT_MARKS } from "./document-marks.ts";
import { DOCUMENT_TABLES } from "./document-tables.ts";

/** The attribute that holds all attributes of an own block. */
export const OWN_ATTRS = "attrs";

interface Card {
  readonly name: string;
  readonly attributes: readonly string[];
  readonly group: "block" | "ownBlock";
}

/** The attributes of a node that was copied. */
function copiedAttrs(element: HTMLElement): Readonly<Record<string, unknown>> {
  try {
    const attrs: unknown = JSON.parse(element.dataset["attrs"] ?? "{}");
    return isPlainObject(attrs) ? attrs : {};
  } catch {
    return {};
  }
}

/** A node without content. Copied, it has its attributes as JSON. */
function cardNode({ name, attributes, group }: Card, view: NodeViewRenderer | undefined): Node {
  const attribute = (key: string) => ({
    default: null,
    rendered: false,
    parseHTML: (element: HTMLElement) => copiedAttrs(element)[key] ?? null,
  });
  return Node.create({
    name,
    group,
    atom: true,
    draggable: true,
    addAttributes: () => Object.fromEntries(attributes.map((key) => [key, attribute(key)])),
    parseHTML: () => [{ tag: `div[data-type="${name}"]` }],
    renderHTML: ({ node: { attrs } }) => ["div", { "data-type": name, "data-attrs": JSON.stringify(attrs) }],
    ...(view && { addNodeView: () => view }),
  });
}

const CARDS = CARD_NODES.map((name): Card => ({
  name,
  attributes: Object.keys(NODES[name].attrs),
  group: "block",
}));

/** Lists begin at 1 unless they say otherwise. */
const DocumentOrderedList = OrderedList.extend({
  addProseMirrorPlugins: () => [], // its own makes lists of texts that are pasted without formatting
  addAttributes: () => ({
    start: { default: null, parseHTML: (element) => (element.hasAttribute("start") ? Number(element.getAttribute("start")) : null) },
  }),
});

/**
 * @param blocks - the names of the project's own blocks, which stand on the top level only
 * @param view - shows the nodes without content
 */
export function documentExtensions(blocks: readonly string[], view?: NodeViewRenderer): Extensions {
  const own = blocks.map((name): Card => ({ name, attributes: [OWN_ATTRS], group: "ownBlock" }));
  return [
    StarterKit.configure({
      heading: { levels: [1, 2, 3, 4] },
      document: false,
      orderedList: false,
      link: false,
      code: false,
      trailingNode: false,
    }),
    Node.create({ name: "doc", topNode: true, content: own.length > 0 ? "(block | ownBlock)+" : "block+" }),
    DocumentOrderedList,
    TaskList,
    TaskItem.configure({ nested: true }),
    ...DOCUMENT_TABLES,
    ...DOCUMENT_MARKS,
    ...[...CARDS, ...own].map((card) => cardNode(card, view)),
  ];
}

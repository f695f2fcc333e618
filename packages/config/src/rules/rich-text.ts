import { CHOSEN_NODES, MARK_NAMES, markdownPointers, nodeRule, pointersIn } from "@colophon/model";
import { nearest, quoteList } from "../messages.ts";
import { checkAccept } from "./accepted-media.ts";
import { withNested, type FieldView } from "./read-fields.ts";

/** The options that only documents have. */
const OF_DOCUMENTS = ["nodes", "marks"] as const;

/** The rules between the options of a field of rich text. The entities in `embeds` are checked with the relations. */
export function checkRichText(field: FieldView): void {
  const { options, issuePath, blocks } = field;
  const { format = "markdown" } = options;
  if (format !== "document") {
    const others = [...OF_DOCUMENTS.filter((name) => options[name] !== undefined), ...(blocks.length > 0 ? ["blocks" as const] : [])];
    for (const name of others) issuePath.at(name).report(`Add format: "document", or remove ${name}: only documents have it.`);
  }
  if (format === "blocks") {
    for (const name of ["embeds", "accept"] as const)
      if (options[name] !== undefined)
        issuePath.at(name).report(`Remove ${name}: blocks are any JSON, whose references are not checked. Documents and Markdown have it.`);
  }
  checkNames(field, "nodes", CHOSEN_NODES);
  checkNames(field, "marks", MARK_NAMES);
  checkAccept(field, "image");
  for (const block of blocks) {
    if (block.name !== null && nodeRule(block.name))
      block.issuePath.at("name").report(`Rename this block: "${block.name}" is the name of a node that every document knows.`);
    for (const inner of block.fields.flatMap(withNested))
      if (inner.options.hidden === true)
        inner.issuePath.at("hidden").report("Remove hidden: a document is read and written as a whole. Use a field of the entity for it.");
  }
}

function checkNames({ options, issuePath }: FieldView, option: (typeof OF_DOCUMENTS)[number], known: readonly string[]): void {
  for (const [index, name] of (options[option] ?? []).entries()) {
    if (known.includes(name)) continue;
    const suggestion = nearest(name, known);
    issuePath
      .at(option, index)
      .report(
        suggestion === undefined ? `Use one of ${quoteList(known)}: there is no "${name}".` : `Write "${suggestion}" instead of "${name}".`,
      );
  }
}

/** A reference in rich text, as a field, and its path below the text. */
interface TextReference {
  readonly names: readonly string[];
  readonly reference: FieldView;
}

/** Those of nodes and links: `body.image`, `body.record.author`, `body.link.author`. Fields without `format` and `embeds` have none. */
export function textReferences({ options, issuePath }: FieldView): readonly TextReference[] {
  const text = { name: "", type: "richtext", ...(options.embeds && { embeds: options.embeds }) } as const;
  const pointers = options.format === "document" ? pointersIn(text) : markdownPointers(text);
  return pointers.map(({ names, definition }) => {
    const to = definition.type === "relation" ? { to: definition.to } : {};
    const inner = { fields: [], item: null, blocks: [] };
    return { names, reference: { name: null, issuePath, type: definition.type, options: to, nested: true, ...inner } };
  });
}

/** What an editor can insert into a document beside texts. */
import type { Editor } from "@tiptap/core";
import { useTranslation } from "react-i18next";
import { CARD_NODES, embedsOf, labelOfField, nodeRule, nodesOf, type CardNode } from "@colophon/model";
import { entityNamed, useKnownConfig } from "../../api/admin-config.ts";
import { newBlock } from "../../record-model/new-values.ts";
import type { DefinitionOf } from "../../record-model/types.ts";
import { newTable } from "../document/document-tables.ts";
import { insertNode } from "../document/documents.ts";

type RichText = DefinitionOf<"richtext">;

/** Something to insert, or to make of the text at the cursor. */
export interface Insert {
  /** A name that is unique in the field. */
  readonly name: string;
  readonly label: string;
  readonly run: (editor: Editor) => void;
}

/** The entity of the assets in nodes of this name. */
export function targetOf(name: CardNode): string {
  return nodeRule(name)?.reference?.to ?? "";
}

/** @param onAsk - asks for the attributes of a node. @returns a table, the nodes that are chosen or searched, as far as the field allows them, and the project's own blocks, with the first values of their fields. */
export function useInserts(definition: RichText, onAsk: (name: CardNode) => void): readonly Insert[] {
  const { t } = useTranslation();
  const config = useKnownConfig();
  const nodes = nodesOf(definition);
  const asked = CARD_NODES.filter((name) => {
    if (!nodes.includes(name)) return false;
    if (name === "record") return embedsOf(definition).length > 0;
    return name === "embed" || entityNamed(config, targetOf(name)) !== undefined;
  });
  const own = (definition.blocks ?? []).map((kind): Insert => {
    const { _type: _, _key: __, ...attrs } = newBlock(kind, "");
    return { name: kind.name, label: labelOfField(kind), run: (editor) => insertNode(editor, { type: kind.name, attrs: { attrs } }) };
  });
  const table: Insert = { name: "table", label: t("form.format.table"), run: (editor) => insertNode(editor, newTable(3, 3)) };
  return [
    ...(nodes.includes("table") ? [table] : []),
    ...asked.map((name): Insert => ({ name, label: t(`form.node.${name}`), run: () => onAsk(name) })),
    ...own,
  ];
}

/** A block of the project in a document: a form of its fields. */
import { isPlainObject, type FieldDefinition } from "@colophon/model";
import type { NodeViewProps } from "@tiptap/react";
import { useEditorState } from "@tiptap/react";
import { useCallback, useMemo } from "react";
import { FormPart } from "../../form/form-context.tsx";
import { below, withValueAt } from "../../record-model/paths.ts";
import { fieldInside } from "../../record-model/types.ts";
import { PartsContext, useParts } from "../../form/parts.tsx";
import { FieldList } from "../../fields/field-list.tsx";
import { JsonField } from "../../fields/json-field.tsx";
import { useDocumentField } from "../document/document-context.tsx";
import { OWN_ATTRS } from "../document/document-extensions.ts";

type Block = Pick<NodeViewProps, "editor" | "getPos" | "updateAttributes"> & { readonly fields: readonly FieldDefinition[] };

/** The fields show the values that the document has in the form of the record; what is typed is written by the editor, which can undo it. */
export function OwnBlock({ editor, getPos, updateAttributes, fields }: Block) {
  const { field, path } = useDocumentField();
  const index = useEditorState({ editor, selector: ({ editor: { state } }) => state.doc.resolve(getPos() ?? 0).index(0) });
  const within = below(below(path, index), OWN_ATTRS);
  const set = useCallback(
    (at: string, value: unknown) => {
      const attrs: unknown = editor.state.doc.nodeAt(getPos() ?? 0)?.attrs[OWN_ATTRS];
      updateAttributes({ [OWN_ATTRS]: withValueAt(isPlainObject(attrs) ? attrs : {}, at.slice(within.length + 1), value) });
    },
    [editor, getPos, updateAttributes, within],
  );
  const members = useMemo(() => fields.filter(({ hidden }) => !hidden), [fields]);
  const inside = useMemo(() => members.map((definition) => fieldInside(definition, field)), [members, field]);
  const parts = useParts();
  const ownParts = useMemo(() => ({ ...parts, widgetOf: (definition: FieldDefinition) => widgetIn(definition, parts) }), [parts]);
  return (
    <PartsContext value={ownParts}>
      <FormPart set={set}>
        <FieldList fields={inside} siblings={members} within={within} />
      </FormPart>
    </PartsContext>
  );
}

/** An editor can't contain an editor: rich text inside a block is edited in its stored form. */
function widgetIn(definition: FieldDefinition, { widgetOf }: ReturnType<typeof useParts>) {
  return definition.type === "richtext" ? JsonField : widgetOf(definition);
}

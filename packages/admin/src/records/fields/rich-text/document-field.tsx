import { Alert, Input } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { ReactNodeViewRenderer } from "@tiptap/react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RichDocument } from "@colophon/model";
import { UploadList } from "../../../media/uploads/upload-list.tsx";
import { useUploads } from "../../../media/uploads/use-uploads.ts";
import type { DefinitionOf } from "../../model/types.ts";
import type { WidgetProps } from "../../parts.tsx";
import { JsonField } from "../json-field.tsx";
import { useField } from "../use-field.ts";
import { DocumentContext } from "./document/document-context.tsx";
import { documentExtensions } from "./document/document-extensions.ts";
import { DocumentTools, type Question } from "./tools/document-tools.tsx";
import { useInserts } from "./tools/inserts.ts";
import { nodeToolsOf } from "./tools/tools.ts";
import { useSlashMenu } from "./slash-menu/use-slash-menu.ts";
import { isSupportedDocument, toEditor, toStored } from "./document/documents.ts";
import { insertNode } from "./document/insert-node.ts";
import { NodeCard } from "./cards/node-card.tsx";
import { usePlain, wrapperOf } from "./frame/plain-form.ts";
import { RichTextEditor } from "./frame/rich-text-editor.tsx";

const CARD_VIEW = ReactNodeViewRenderer(NodeCard);

/** A document. One that the editor would change is edited in its stored form. */
export function DocumentField(props: WidgetProps<DefinitionOf<"richtext">>) {
  const { t } = useTranslation();
  const { definition } = props.field;
  const blocks = (definition.blocks ?? []).map(({ name }) => name);
  const { value, set: write, input } = useField<RichDocument>(props);
  const { isPlain, set } = usePlain(value, write, (document) => !isSupportedDocument(document ?? [], blocks));
  const [question, ask] = useState<Question | null>(null);
  const inserts = useInserts(definition, ask);
  const menu = useSlashMenu(nodeToolsOf(definition), inserts);
  const target = useRef<Editor>(null);
  const uploads = useUploads({
    refuse: ({ _type }) => (_type === "_image" ? null : t("media.wrongKind")),
    onUploaded: (assets) =>
      target.current &&
      insertNode(
        target.current,
        assets.map(({ id }) => ({ type: "image", attrs: { image: id } })),
      ),
  });
  if (isPlain)
    return (
      <>
        <JsonField {...props} />
        <Alert mt="xs">{t("form.plainBlocks")}</Alert>
      </>
    );
  const takesImages = definition.nodes === undefined || definition.nodes.includes("image");
  const upload = (files: readonly File[], editor: Editor) => {
    target.current = editor;
    uploads.start(files);
  };
  return (
    <Input.Wrapper {...wrapperOf(input)}>
      <DocumentContext value={props}>
        <RichTextEditor
          input={input}
          extensions={() => [...documentExtensions(blocks, CARD_VIEW), menu()]}
          tools={(editor) => <DocumentTools {...{ editor, definition, inserts, question }} label={input.label} onAsk={ask} />}
          {...(takesImages && { onFiles: upload })}
          value={value}
          toContent={(document) => toEditor(document ?? [], blocks)}
          contentOf={(editor) => toStored(editor.getJSON(), blocks)}
          contentType="json"
          onChange={set}
        />
      </DocumentContext>
      <UploadList uploads={uploads} />
    </Input.Wrapper>
  );
}

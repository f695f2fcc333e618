import { Alert, Input } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { ReactNodeViewRenderer } from "@tiptap/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { RichDocument } from "@colophon/model";
import { UploadList } from "../../../media/uploads/upload-list.tsx";
import { useUploads } from "../../../media/uploads/use-uploads.ts";
import type { DefinitionOf } from "../../model/types.ts";
import type { WidgetProps } from "../../parts.tsx";
import { JsonField } from "../json-field.tsx";
import { useField } from "../use-field.ts";
import { DocumentContext } from "./document-context.tsx";
import { documentExtensions } from "./document-extensions.ts";
import { DocumentTools } from "./document-tools.tsx";
import { isSupportedDocument, toEditor, toStored } from "./documents.ts";
import { insertNode } from "./insert-node.ts";
import { NodeCard } from "./node-card.tsx";
import { usePlain, wrapperOf } from "./plain-form.ts";
import { RichTextEditor } from "./rich-text-editor.tsx";

const CARD_VIEW = ReactNodeViewRenderer(NodeCard);

/** A document. One that the editor would change is edited in its stored form. */
export function DocumentField(props: WidgetProps<DefinitionOf<"richtext">>) {
  const { t } = useTranslation();
  const { definition } = props.field;
  const blocks = (definition.blocks ?? []).map(({ name }) => name);
  const { value, set: write, input } = useField<RichDocument>(props);
  const { isPlain, set } = usePlain(value, write, (document) => !isSupportedDocument(document ?? [], blocks));
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
          extensions={() => documentExtensions(blocks, CARD_VIEW)}
          tools={(editor) => <DocumentTools editor={editor} definition={definition} label={input.label} />}
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

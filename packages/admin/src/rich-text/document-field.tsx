import { Alert, Input } from "@mantine/core";
import { ReactNodeViewRenderer } from "@tiptap/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RichDocument } from "@colophon/model";
import { UploadList } from "../media/uploads/upload-list.tsx";
import type { DefinitionOf } from "../record-model/types.ts";
import type { WidgetProps } from "../form/parts.tsx";
import { JsonField } from "../fields/json-field.tsx";
import { useField, useFieldInput } from "../fields/use-field.ts";
import { DocumentContext } from "./document/document-context.tsx";
import { documentExtensions } from "./document/document-extensions.ts";
import { DocumentTools, type Question } from "./tools/document-tools.tsx";
import { useInserts } from "./tools/inserts.ts";
import { nodeToolsOf } from "./tools/tools.ts";
import { useSlashMenu } from "./slash-menu/use-slash-menu.ts";
import { isSupportedDocument, storedDocument, toEditor } from "./document/documents.ts";
import { usePictures } from "./paste/use-pictures.ts";
import { NodeCard } from "./cards/node-card.tsx";
import { wrapperOf } from "./frame/field-wrapper.ts";
import { RichTextEditor } from "./frame/rich-text-editor.tsx";
import { useShownText } from "./frame/use-shown-text.ts";
import { lazyPart } from "../loading/lazy-part.tsx";
import { EditorWaiting } from "../loading/loading.tsx";

const SourceView = lazyPart(async () => (await import("./source/source-view.tsx")).SourceView, <EditorWaiting />);
const CARD_VIEW = ReactNodeViewRenderer(NodeCard);

/** A document. One that the editor would change is edited in its stored form. */
export function DocumentField(props: WidgetProps<DefinitionOf<"richtext">>) {
  const { t } = useTranslation();
  const { definition } = props.field;
  const blocks = (definition.blocks ?? []).map(({ name }) => name);
  const input = useFieldInput(props);
  const { shown, write } = useShownText<RichDocument>(props.path, (document) => !isSupportedDocument(document ?? [], blocks));
  const [isSource, showSource] = useState<boolean | null>(null);
  const [question, ask] = useState<Question | null>(null);
  const inserts = useInserts(definition, ask);
  const menu = useSlashMenu(nodeToolsOf(definition), inserts);
  const pictures = usePictures(t("media.wrongKind"));
  if (isSource)
    return (
      <Input.Wrapper {...wrapperOf(input)}>
        <Source {...props} onClose={() => showSource(false)} />
      </Input.Wrapper>
    );
  if (shown.isPlain)
    return (
      <>
        <JsonField {...props} />
        <Alert mt="xs">{t("form.plainBlocks")}</Alert>
      </>
    );
  const takesImages = definition.nodes === undefined || definition.nodes.includes("image");
  return (
    <Input.Wrapper {...wrapperOf(input)}>
      <DocumentContext value={props}>
        <RichTextEditor
          input={input}
          extensions={() => [...documentExtensions(blocks, CARD_VIEW), menu()]}
          tools={(editor) => (
            <DocumentTools
              {...{ editor, definition, inserts, question }}
              label={input.label}
              onAsk={ask}
              onSource={() => showSource(true)}
            />
          )}
          allowed={definition}
          {...(takesImages && { onFiles: pictures.drop, onPictures: pictures.place })}
          hasFocus={isSource === false}
          shown={shown}
          toContent={(document) => toEditor(document ?? [], blocks)}
          contentOf={(editor) => storedDocument(editor, blocks)}
          contentType="json"
          onChange={write}
        />
      </DocumentContext>
      <UploadList uploads={pictures.uploads} />
    </Input.Wrapper>
  );
}

function Source({ onClose, ...props }: WidgetProps<DefinitionOf<"richtext">> & { readonly onClose: () => void }) {
  const { value, set, input } = useField<RichDocument>(props);
  return <SourceView {...{ input, value, onClose }} allowed={props.field.definition} onChange={set} />;
}

import { Alert, Input } from "@mantine/core";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import type { DefinitionOf } from "../record-model/types.ts";
import type { WidgetProps } from "../form/parts.tsx";
import { useField, useFieldInput } from "../fields/use-field.ts";
import { JsonField } from "../fields/json-field.tsx";
import { areSupportedBlocks, blocksOf, blocksToDocument } from "./basic/blocks.ts";
import { isSupportedMarkdown, markdownOf } from "./basic/markdown.ts";
import { BASIC, createExtensions } from "./basic/extensions.ts";
import { wrapperOf } from "./frame/field-wrapper.ts";
import { RichTextEditor } from "./frame/rich-text-editor.tsx";
import { useShownText } from "./frame/use-shown-text.ts";
import { KEEP_PAGE } from "./paste/files.tsx";
import { SourceText } from "./source/source-text.tsx";
import { useSlashMenu } from "./slash-menu/use-slash-menu.ts";
import { BASIC_NODE_TOOLS } from "./tools/tools.ts";
import { RichTextTools } from "./tools/rich-text-tools.tsx";
import { lazyPart } from "../loading/lazy-part.tsx";
import { EditorWaiting } from "../loading/loading.tsx";

const DocumentField = lazyPart(async () => (await import("./document-field.tsx")).DocumentField, <EditorWaiting />);

/** Formatted text. Text that the editor can't keep unchanged is edited in its stored form. */
export function RichTextField(props: WidgetProps<DefinitionOf<"richtext">>) {
  const { format = "markdown" } = props.field.definition;
  const Text = { document: DocumentField, blocks: BlocksText, markdown: MarkdownText }[format];
  return (
    <div style={{ display: "contents" }} {...KEEP_PAGE}>
      <Text {...props} />
    </div>
  );
}

const markdownContent = (value: string | null) => value ?? "";
const blocksContent = (value: readonly Readonly<Record<string, unknown>>[] | null) => blocksToDocument(value ?? []);

function MarkdownText(props: WidgetProps<DefinitionOf<"richtext">>) {
  const input = useFieldInput(props);
  const { shown, write } = useShownText<string>(props.path, (text) => !isSupportedMarkdown(text ?? ""));
  if (shown.isPlain) return <PlainMarkdown {...props} onChange={write} />;
  return (
    <BasicText input={input} shown={shown} toContent={markdownContent} contentOf={markdownOf} contentType="markdown" onChange={write} />
  );
}

function PlainMarkdown({
  onChange,
  ...props
}: WidgetProps<DefinitionOf<"richtext">> & { readonly onChange: (text: string | null) => void }) {
  const { t } = useTranslation();
  const { value, input } = useField<string>(props);
  return (
    <SourceText
      {...input}
      description={t("form.plainMarkdown")}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

function BlocksText(props: WidgetProps<DefinitionOf<"richtext">>) {
  const { t } = useTranslation();
  const input = useFieldInput(props);
  const { shown, write } = useShownText<readonly Readonly<Record<string, unknown>>[]>(
    props.path,
    (blocks) => !areSupportedBlocks(blocks ?? []),
  );
  if (shown.isPlain)
    return (
      <>
        <JsonField {...props} />
        <Alert mt="xs">{t("form.plainBlocks")}</Alert>
      </>
    );
  return <BasicText input={input} shown={shown} toContent={blocksContent} contentOf={blocksOf} contentType="json" onChange={write} />;
}

/** The editor of Markdown and of blocks. */
function BasicText<T>(props: Omit<ComponentProps<typeof RichTextEditor<T>>, "extensions" | "tools" | "allowed">) {
  const menu = useSlashMenu(BASIC_NODE_TOOLS);
  const { input } = props;
  return (
    <Input.Wrapper {...wrapperOf(input)}>
      <RichTextEditor
        {...props}
        extensions={() => [...createExtensions(), menu()]}
        tools={(editor) => <RichTextTools editor={editor} label={input.label} />}
        allowed={BASIC}
      />
    </Input.Wrapper>
  );
}

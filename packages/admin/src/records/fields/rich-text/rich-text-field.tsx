import { Alert, Input, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { DefinitionOf } from "../../model/types.ts";
import type { WidgetProps } from "../../parts.tsx";
import { AUTO_DIRECTION } from "../auto-direction.ts";
import { JsonField } from "../json-field.tsx";
import { useField } from "../use-field.ts";
import { blocksToDocument, documentToBlocks, areSupportedBlocks } from "./blocks.ts";
import { isSupportedMarkdown } from "./markdown.ts";
import { RichTextEditor } from "./rich-text-editor.tsx";

/** Formatted text. Text that the editor can't keep unchanged is edited in its stored form. */
export function RichTextField(props: WidgetProps<DefinitionOf<"richtext">>) {
  return props.field.definition.format === "blocks" ? <BlocksText {...props} /> : <MarkdownText {...props} />;
}

function MarkdownText(props: WidgetProps<DefinitionOf<"richtext">>) {
  const { t } = useTranslation();
  const { value, set, input } = useField<string>(props);
  const [isPlain] = useState(() => !isSupportedMarkdown(value ?? ""));
  if (isPlain)
    return (
      <Textarea
        {...input}
        description={t("form.plainMarkdown")}
        {...AUTO_DIRECTION}
        value={value ?? ""}
        onChange={(event) => set(event.currentTarget.value || null)}
        autosize
        minRows={6}
        maxRows={30}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
      />
    );
  return (
    <Input.Wrapper {...wrapperOf(input)}>
      <RichTextEditor
        input={input}
        content={value ?? ""}
        contentOf={(editor) => editor.getMarkdown().trim() || null}
        contentType="markdown"
        onChange={set}
      />
    </Input.Wrapper>
  );
}

function BlocksText(props: WidgetProps<DefinitionOf<"richtext">>) {
  const { t } = useTranslation();
  const { value, set, input } = useField<readonly Readonly<Record<string, unknown>>[]>(props);
  const [isPlain] = useState(() => !areSupportedBlocks(value ?? []));
  if (isPlain)
    return (
      <>
        <JsonField {...props} />
        <Alert mt="xs">{t("form.plainBlocks")}</Alert>
      </>
    );
  return (
    <Input.Wrapper {...wrapperOf(input)}>
      <RichTextEditor
        input={input}
        content={blocksToDocument(value ?? [])}
        contentOf={(editor) => documentToBlocks(editor.getJSON())}
        contentType="json"
        onChange={set}
      />
    </Input.Wrapper>
  );
}

/** The editor is not an input, so a `label` element can't name it; it uses the label's id. */
function wrapperOf({ id, label, description, error, withAsterisk }: ReturnType<typeof useField>["input"]) {
  return {
    id,
    label,
    labelElement: "div" as const,
    labelProps: { id: `${id}-label` },
    withAsterisk,
    ...(description !== undefined && { description }),
    ...(error !== undefined && { error }),
    descriptionProps: { id: `${id}-description` },
    errorProps: { id: `${id}-error` },
  };
}

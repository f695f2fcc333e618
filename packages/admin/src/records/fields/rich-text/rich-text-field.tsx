import { Alert, Input, Textarea } from "@mantine/core";
import { useState } from "react";
import { isEqual } from "../../model/equal.ts";
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
  return (props.field.definition.format ?? "markdown") === "markdown" ? <MarkdownText {...props} /> : <BlocksText {...props} />;
}

function MarkdownText(props: WidgetProps<DefinitionOf<"richtext">>) {
  const { t } = useTranslation();
  const { value, set: write, input } = useField<string>(props);
  const { isPlain, set } = usePlain(value, write, (text) => !isSupportedMarkdown(text ?? ""));
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
  const { value, set: write, input } = useField<readonly Readonly<Record<string, unknown>>[]>(props);
  const { isPlain, set } = usePlain(value, write, (blocks) => !areSupportedBlocks(blocks ?? []));
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

/**
 * Whether the value is edited in its stored form. It is decided for each value that comes from outside (a restored version, a merge, a save of
 * somebody else), and stays as it is while the user types.
 */
function usePlain<T>(value: T | null, write: (value: T | null) => void, isUnsupported: (value: T | null) => boolean) {
  const [decided, decide] = useState(() => ({ value, isPlain: isUnsupported(value) }));
  const isOwn = isEqual(decided.value, value);
  const isPlain = isOwn ? decided.isPlain : isUnsupported(value);
  if (!isOwn) decide({ value, isPlain });
  const set = (next: T | null) => {
    decide({ value: next, isPlain });
    write(next);
  };
  return { isPlain, set };
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

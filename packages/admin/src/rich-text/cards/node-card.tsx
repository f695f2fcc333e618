import { ActionIcon, Group, NativeSelect, Paper, Stack, Text, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { NodeViewWrapper, type NodeViewProps } from "@tiptap/react";
import { useTranslation } from "react-i18next";
import { labelOfField, nodeRule } from "@colophon/model";
import { entityNamed, useKnownConfig } from "../../api/admin-config.ts";
import { titleOf } from "../../api/summary.ts";
import { Thumbnail } from "../../media/thumbnail.tsx";
import { TargetLine } from "../../fields/relation/target-line.tsx";
import { useTargets } from "../../record-model/use-targets.ts";
import { useDocumentField } from "../document/document-context.tsx";
import { OwnBlock } from "./own-block.tsx";
import { isAssetNode, ReplaceAsset } from "./replace-asset.tsx";

/** A node that is one thing: an image, a file, a video, a record, an embed or a block of the project. */
export function NodeCard({ node, getPos, updateAttributes, deleteNode, editor, selected }: NodeViewProps) {
  const { t } = useTranslation();
  const { name } = node.type;
  const { reference, texts = [], attrs } = nodeRule(name) ?? {};
  const kind = useDocumentField().field.definition.blocks?.find((one) => one.name === name);
  const label = kind ? labelOfField(kind) : t(`form.node.${name}`);
  return (
    <NodeViewWrapper contentEditable={false}>
      <Paper withBorder p="xs" my="xs" role="group" aria-label={label} data-selected={selected || undefined} className="rich-text-card">
        <Group wrap="nowrap" align="flex-start" justify="space-between">
          <Stack gap="xs" flex={1} miw={0}>
            <div data-drag-handle="">
              {reference ? (
                <Target
                  entity={reference.to === "record" ? String(node.attrs["entity"]) : reference.to}
                  id={node.attrs[reference.attribute]}
                />
              ) : (
                <Text size="sm" fw={500}>
                  {name === "embed" ? String(node.attrs["url"]) : label}
                </Text>
              )}
            </div>
            {texts.map((text) => (
              <TextInput
                key={text}
                size="xs"
                label={t(`form.node.${text}`)}
                readOnly={!editor.isEditable}
                value={String(node.attrs[text] ?? "")}
                onChange={(event) => updateAttributes({ [text]: event.currentTarget.value || null })}
              />
            ))}
            {attrs?.["align"] && (
              <Alignment
                choices={attrs["align"].schema["enum"] as readonly string[]}
                value={node.attrs["align"]}
                isReadOnly={!editor.isEditable}
                onChange={(align) => updateAttributes({ align })}
              />
            )}
            {kind && <OwnBlock {...{ editor, getPos, updateAttributes }} fields={kind.fields} />}
          </Stack>
          {editor.isEditable && isAssetNode(name) && (
            <ReplaceAsset {...{ name, label }} onChoose={(id) => updateAttributes({ [name]: id })} />
          )}
          {editor.isEditable && (
            <ActionIcon variant="subtle" color="gray" aria-label={t("form.removeItem", { name: label })} onClick={deleteNode}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </Paper>
    </NodeViewWrapper>
  );
}

interface AlignmentProps {
  readonly choices: readonly string[];
  readonly value: unknown;
  readonly isReadOnly: boolean;
  readonly onChange: (align: string | null) => void;
}

function Alignment({ choices, value, isReadOnly, onChange }: AlignmentProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      size="xs"
      label={t("form.node.align")}
      disabled={isReadOnly}
      data={[
        { value: "", label: t("form.align.usual") },
        ...choices.map((choice) => ({ value: choice, label: t(`form.align.${choice}`) })),
      ]}
      value={String(value ?? "")}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

/** The record that a node refers to; a text for one that is gone. */
function Target({ entity: name, id }: { readonly entity: string; readonly id: unknown }) {
  const { t } = useTranslation();
  const entity = entityNamed(useKnownConfig(), name);
  const ids = typeof id === "string" ? [id] : [];
  const record = useTargets(entity, ids).get(ids[0] ?? "");
  if (ids.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("form.node.gone")}
      </Text>
    );
  const title = record && entity ? (record["filename"] ?? titleOf(entity, record)) : ids[0];
  return (
    <Group wrap="nowrap" gap="xs">
      {record && name === "_image" && <Thumbnail asset={record} size={80} />}
      <TargetLine entity={entity} target={name.startsWith("_") ? undefined : record} title={String(title)} id={ids[0] ?? ""} />
    </Group>
  );
}

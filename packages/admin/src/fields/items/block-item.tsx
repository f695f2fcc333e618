import { labelOfField } from "@colophon/model";
import { Alert, Button, Collapse, Paper } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { FieldDefinition } from "@colophon/config";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormState } from "../../form/form-context.tsx";
import { hasErrorBelow } from "../../record-model/errors.ts";
import { valueAt } from "../../record-model/paths.ts";
import { fieldInside, type FormField } from "../../record-model/types.ts";
import { FieldList } from "../field-list.tsx";
import { ItemTools } from "./item-tools.tsx";
import { SortableItem } from "./sortable-item.tsx";

interface Props {
  readonly id: string;
  /** Undefined if the configuration no longer has this kind of block. */
  readonly kind: { readonly name: string; readonly title?: string; readonly fields: readonly FieldDefinition[] } | undefined;
  readonly field: FormField;
  readonly path: string;
  readonly place: number;
  readonly onRemove: () => void;
  readonly onDuplicate: () => void;
}

const SUMMARY_LENGTH = 60;

/** One block with its fields; it can be collapsed. */
export function BlockItem({ id, kind, field, path, place, onRemove, onDuplicate }: Props) {
  const { t } = useTranslation();
  const [isOpen, fold] = useDisclosure(true);
  const hasError = useFormState(({ errors }) => hasErrorBelow(errors, path));
  const summary = useFormState(({ values }) => summaryOf(valueAt(values, path), kind?.fields ?? []));
  const name = `${kind ? labelOfField(kind) : "?"} ${place}`;
  const members = kind?.fields.filter(({ hidden }) => !hidden) ?? [];
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <SortableItem
      id={id}
      name={name}
      isReadOnly={field.isReadOnly}
      tools={<ItemTools name={name} onRemove={onRemove} onDuplicate={onDuplicate} />}
    >
      <Paper withBorder p="xs" role="group" aria-label={name}>
        <Button
          variant="subtle"
          color={hasError ? "red" : "gray"}
          size="compact-sm"
          onClick={fold.toggle}
          aria-expanded={isOpen}
          leftSection={<Chevron size={16} aria-hidden />}
          maw="100%"
        >
          {isOpen || summary === "" ? name : `${name}: ${summary}`}
        </Button>
        <Collapse expanded={isOpen} p="xs">
          {kind ? (
            <FieldList fields={members.map((definition) => fieldInside(definition, field))} siblings={members} within={path} />
          ) : (
            <Alert>{t("form.unknownBlock")}</Alert>
          )}
        </Collapse>
      </Paper>
    </SortableItem>
  );
}

/** The first text of the block. */
function summaryOf(block: unknown, fields: readonly FieldDefinition[]): string {
  const texts = fields.map(({ name }) => valueAt(block, name)).filter((value): value is string => typeof value === "string");
  return (texts.find((text) => text.trim() !== "") ?? "").slice(0, SUMMARY_LENGTH);
}

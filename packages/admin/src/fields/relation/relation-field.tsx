import { Alert, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig } from "../../api/admin-config.ts";
import { groupOf, offeredLanguage } from "../../api/languages.ts";
import { titleOf } from "../../api/summary.ts";
import type { DefinitionOf } from "../../record-model/types.ts";
import { useParts, type WidgetProps } from "../../form/parts.tsx";
import { ListFrame } from "../items/list-frame.tsx";
import { SortableItem } from "../items/sortable-item.tsx";
import { SortableList } from "../items/sortable-list.tsx";
import { useFormScope } from "../../form/form-context.tsx";
import { useField } from "../use-field.ts";
import { useChosen } from "../use-chosen.ts";
import { RelationSearch } from "./relation-search.tsx";
import { TargetLine, TargetTools } from "./target-line.tsx";
import { useTargets } from "../../record-model/use-targets.ts";

/** References to one or many records, which are found by text, and created and edited in a drawer. */
export function RelationField(props: WidgetProps<DefinitionOf<"relation">>) {
  const { t, i18n } = useTranslation();
  const { definition, isReadOnly } = props.field;
  const config = useKnownConfig();
  const entity = entityNamed(config, definition.to);
  const locale = offeredLanguage(config, useFormScope().locale, i18n.language);
  const { input, value, set } = useField<string | readonly string[]>(props);
  const { ids, isFull, add, remove, move } = useChosen(definition, value, set);
  const targets = useTargets(entity, ids, locale);
  const groups = new Set([...targets.values()].map(groupOf));
  const { RecordDrawer } = useParts();
  const [open, setOpen] = useState<{ readonly id: string | null } | null>(null);

  const adder = !isFull && entity && (
    <RelationSearch
      entity={entity}
      locale={locale}
      isChosen={(record) => ids.includes(record.id) || groups.has(groupOf(record))}
      label={t("form.searchIn", { name: entity.title ?? entity.name })}
      onChoose={add}
      {...(entity.can.create && !entity.global && { onCreate: () => setOpen({ id: null }) })}
    />
  );
  return (
    <ListFrame input={input} adder={adder}>
      {!entity && ids.length === 0 && <Alert>{t("form.targetUnseen")}</Alert>}
      <SortableList keys={ids} onMove={move}>
        {ids.map((id) => {
          const target = targets.get(id);
          const title = entity && target ? titleOf(entity, target) : id;
          return (
            <SortableItem key={id} id={id} name={title} isReadOnly={isReadOnly || ids.length < 2} tools={null}>
              <Group justify="space-between" wrap="nowrap">
                <TargetLine entity={entity} target={target} title={title} id={target?.id ?? id} />
                <TargetTools
                  title={title}
                  {...(target && { onEdit: () => setOpen({ id: target.id }) })}
                  {...(!isReadOnly && { onRemove: () => remove(id) })}
                />
              </Group>
            </SortableItem>
          );
        })}
      </SortableList>
      {open && entity && (
        <RecordDrawer
          entity={entity.name}
          id={open.id}
          onClose={() => setOpen(null)}
          onStored={(record) => !ids.includes(record.id) && open.id === null && add(record.id)}
        />
      )}
    </ListFrame>
  );
}

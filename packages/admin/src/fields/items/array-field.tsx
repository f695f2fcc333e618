import { Button } from "@mantine/core";
import { maxItemsOf, type FieldDefinition } from "@colophon/model";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { newItem } from "../../record-model/new-values.ts";
import { below } from "../../record-model/paths.ts";
import { fieldInside, type DefinitionOf } from "../../record-model/types.ts";
import { ItemTools } from "./item-tools.tsx";
import { ListFrame } from "./list-frame.tsx";
import { SortableItem } from "./sortable-item.tsx";
import { SortableList } from "./sortable-list.tsx";
import { useParts, type WidgetProps } from "../../form/parts.tsx";
import { useField } from "../use-field.ts";
import { useItems } from "./use-items.ts";

export function ArrayField(props: WidgetProps<DefinitionOf<"array">>) {
  const { t } = useTranslation();
  const { field, path } = props;
  const { value, set, input } = useField<readonly unknown[]>(props);
  const items = value ?? [];
  const { keys, move, remove, add } = useItems(items, set);
  const of = { ...(field.definition.of as FieldDefinition), name: "item" };
  const Item = useParts().widgetOf(of);
  const adder = (
    <Button
      variant="light"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => add(newItem(of))}
      disabled={items.length >= maxItemsOf(field.definition)}
      style={{ alignSelf: "flex-start" }}
    >
      {t("form.addTo", { name: input.label })}
    </Button>
  );
  return (
    <ListFrame input={input} adder={adder}>
      <SortableList keys={keys} onMove={move}>
        {items.map((item, at) => {
          const name = `${of.title ?? input.label} ${at + 1}`;
          return (
            <SortableItem
              key={keys[at]}
              id={keys[at] ?? ""}
              name={name}
              isReadOnly={field.isReadOnly}
              tools={<ItemTools name={name} onRemove={() => remove(at)} onDuplicate={() => add(structuredClone(item), at + 1)} />}
            >
              <Item field={fieldInside(of, field)} path={below(path, at)} label={name} />
            </SortableItem>
          );
        })}
      </SortableList>
    </ListFrame>
  );
}

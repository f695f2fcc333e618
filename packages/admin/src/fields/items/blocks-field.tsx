import { labelOfField, maxItemsOf } from "@colophon/model";
import { Button, Menu } from "@mantine/core";
import { randomId } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { newBlock } from "../../record-model/new-values.ts";
import { below } from "../../record-model/paths.ts";
import type { DefinitionOf, Values } from "../../record-model/types.ts";
import { BlockItem } from "./block-item.tsx";
import { ListFrame } from "./list-frame.tsx";
import { SortableList } from "./sortable-list.tsx";
import type { WidgetProps } from "../../form/parts.tsx";
import { useField } from "../use-field.ts";
import { useItems } from "./use-items.ts";

export function BlocksField(props: WidgetProps<DefinitionOf<"blocks">>) {
  const { t } = useTranslation();
  const { field, path } = props;
  const { blocks } = field.definition;
  const max = maxItemsOf(field.definition);
  const { value, set, input } = useField<readonly Values[]>(props);
  const items = value ?? [];
  const { keys, move, remove, add } = useItems(items, set);
  const adder = (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="light"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={items.length >= max}
          style={{ alignSelf: "flex-start" }}
        >
          {t("form.addTo", { name: input.label })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {blocks.map((kind) => (
          <Menu.Item key={kind.name} onClick={() => add(newBlock(kind, randomId("")))}>
            {labelOfField(kind)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
  return (
    <ListFrame input={input} adder={adder}>
      <SortableList keys={keys} onMove={move}>
        {items.map((block, at) => (
          <BlockItem
            key={keys[at]}
            id={keys[at] ?? ""}
            kind={blocks.find(({ name }) => name === block["_type"])}
            field={field}
            path={below(path, at)}
            place={at + 1}
            onRemove={() => remove(at)}
            onDuplicate={() => add({ ...structuredClone(block), _key: randomId("") }, at + 1)}
          />
        ))}
      </SortableList>
    </ListFrame>
  );
}

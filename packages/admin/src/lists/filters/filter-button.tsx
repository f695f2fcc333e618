import { Button, Group, Popover, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { conditionsIn, withConditions, type FieldCondition } from "../../list-model/conditions.ts";
import type { PlacedField } from "../../list-model/fields.ts";
import { FilterControl } from "./filter-control.tsx";
import { useListSearch } from "../use-list-search.ts";

interface Shown {
  readonly placed: PlacedField;
  readonly startsOpen: boolean;
  readonly onClose: () => void;
}

/** The filter of one field: a button that opens its control. */
export function FilterButton({ placed: { path, label, field }, startsOpen, onClose }: Shown) {
  const { t } = useTranslation();
  const { search, setSearch } = useListSearch();
  const applied = conditionsIn(search).filter((condition) => condition.path === path);
  const [isOpen, setOpen] = useState(startsOpen);
  const [edited, setEdited] = useState<readonly FieldCondition[]>(applied);
  const name = t(`field.${path}`, { defaultValue: label });

  const opened = (open: boolean) => {
    setOpen(open);
    setEdited(applied);
    if (!open) onClose();
  };
  const apply = (conditions: readonly FieldCondition[]) => {
    setOpen(false);
    setSearch(withConditions(search, path, conditions));
    onClose();
  };
  return (
    <Popover opened={isOpen} onChange={opened} trapFocus withinPortal>
      <Popover.Target>
        <Button variant={applied.length > 0 ? "light" : "default"} onClick={() => opened(!isOpen)}>
          {name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={name} maw="calc(100vw - 1rem)">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            apply(edited);
          }}
        >
          <Stack gap="sm">
            <FilterControl field={field} label={name} conditions={edited} onChange={setEdited} />
            <Group justify="space-between">
              <Button variant="default" onClick={() => apply([])}>
                {t("list.removeFilter")}
              </Button>
              <Button type="submit">{t("list.applyFilter")}</Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

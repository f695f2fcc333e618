import { Button, Menu } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useKnownConfig, type AdminEntity } from "../../api/admin-config.ts";
import { ButtonMenu } from "../../elements/button-menu.tsx";
import { conditionsIn, filterKindOf } from "../../list-model/conditions.ts";
import { fieldAt, fieldsOf, type PlacedField } from "../../list-model/fields.ts";
import { FilterButton } from "./filter-button.tsx";
import { useListSearch } from "../use-list-search.ts";

/** A button for each filtered field, and a menu that adds a filter. */
export function FilterBar({ entity }: { readonly entity: AdminEntity }) {
  const { t } = useTranslation();
  const config = useKnownConfig();
  const { search } = useListSearch();
  const [opened, setOpened] = useState<string | null>(null);

  const names = entity.admin.list?.filters ?? fieldsOf(entity).map(({ name }) => name);
  const places = (paths: readonly string[]) =>
    paths.flatMap((path): readonly PlacedField[] => {
      const placed = fieldAt(config, entity, path);
      return placed && filterKindOf(placed.field) !== undefined ? [placed] : [];
    });
  const inUse = new Set([...conditionsIn(search).map(({ path }) => path), ...(opened === null ? [] : [opened])]);
  return (
    <>
      {places([...inUse]).map((placed) => (
        <FilterButton key={placed.path} placed={placed} startsOpen={placed.path === opened} onClose={() => setOpened(null)} />
      ))}
      <ButtonMenu
        button={(props) => (
          <Button {...props} variant="default" leftSection={<IconFilter size={16} aria-hidden />}>
            {t("list.addFilter")}
          </Button>
        )}
      >
        {places(names).map(({ path, label }) => (
          <Menu.Item key={path} disabled={inUse.has(path)} onClick={() => setOpened(path)}>
            {t(`field.${path}`, { defaultValue: label })}
          </Menu.Item>
        ))}
      </ButtonMenu>
    </>
  );
}

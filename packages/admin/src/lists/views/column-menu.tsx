import { labelOfField } from "@colophon/model";
import { Button, Menu } from "@mantine/core";
import { IconColumns } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useKnownConfig, type AdminEntity } from "../../api/admin-config.ts";
import { ButtonMenu } from "../../elements/button-menu.tsx";
import { columnsOf } from "../../list-model/columns.ts";
import { fieldsOf } from "../../list-model/fields.ts";
import { useListSearch } from "../use-list-search.ts";

/** Chooses the columns of the list next to the title. */
export function ColumnMenu({ entity }: { readonly entity: AdminEntity }) {
  const { t } = useTranslation();
  const { search, set } = useListSearch();
  const [title, ...shown] = columnsOf(useKnownConfig(), entity, search["columns"]).map(({ path }) => path);
  const others = fieldsOf(entity).filter(({ name }) => name !== title && !shown.includes(name));
  const places = [
    ...columnsOf(useKnownConfig(), entity, search["columns"]).slice(1),
    ...others.map((field) => ({ path: field.name, label: labelOfField(field) })),
  ];
  const toggle = (path: string) => {
    const next = shown.includes(path) ? shown.filter((other) => other !== path) : [...shown, path];
    set("columns", next.length > 0 ? next.join(",") : title);
  };
  return (
    <ButtonMenu
      button={(props) => (
        <Button {...props} variant="default" leftSection={<IconColumns size={16} aria-hidden />}>
          {t("list.columns")}
        </Button>
      )}
    >
      {places.map(({ path, label }) => (
        <Menu.CheckboxItem key={path} checked={shown.includes(path)} onChange={() => toggle(path)}>
          {t(`field.${path}`, { defaultValue: label })}
        </Menu.CheckboxItem>
      ))}
    </ButtonMenu>
  );
}

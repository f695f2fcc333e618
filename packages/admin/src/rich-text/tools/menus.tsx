import { ActionIcon, Menu } from "@mantine/core";
import { IconBoxMultiple, IconTable } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useTranslation } from "react-i18next";
import { ButtonMenu } from "../../elements/button-menu.tsx";
import type { Insert } from "./inserts.ts";
import { runInTable, TABLE_COMMANDS } from "../document/document-tables.ts";

/** A menu of everything that has no button of its own. */
export function InsertMenu({ editor, inserts }: { readonly editor: Editor; readonly inserts: readonly Insert[] }) {
  const { t } = useTranslation();
  if (inserts.length === 0) return null;
  return (
    <ButtonMenu
      button={(props) => (
        <ActionIcon {...props} variant="subtle" color="gray" aria-label={t("form.format.insert")}>
          <IconBoxMultiple size={16} aria-hidden />
        </ActionIcon>
      )}
    >
      {inserts.map(({ name, label, run }) => (
        <Menu.Item key={name} onClick={() => run(editor)}>
          {label}
        </Menu.Item>
      ))}
    </ButtonMenu>
  );
}

/** What can be done with the table around the cursor. */
export function TableMenu({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  return (
    <ButtonMenu
      button={(props) => (
        <ActionIcon {...props} variant="filled" aria-label={t("form.format.table")}>
          <IconTable size={16} aria-hidden />
        </ActionIcon>
      )}
    >
      {Object.entries(TABLE_COMMANDS).map(([name, command]) => (
        <Menu.Item key={name} onClick={() => runInTable(editor, command)}>
          {t(`form.table.${name}`)}
        </Menu.Item>
      ))}
    </ButtonMenu>
  );
}

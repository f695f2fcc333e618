import { ActionIcon, Menu } from "@mantine/core";
import { IconTable } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useTranslation } from "react-i18next";
import { ButtonMenu } from "../../shell/button-menu.tsx";
import { runInTable, TABLE_COMMANDS } from "../document/document-tables.ts";

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

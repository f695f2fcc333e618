import { ActionIcon, Menu } from "@mantine/core";
import { IconBoxMultiple } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useTranslation } from "react-i18next";
import { ButtonMenu } from "../../shell/button-menu.tsx";
import type { Insert } from "./inserts.ts";

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

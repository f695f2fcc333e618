import { Group } from "@mantine/core";
import { IconLink, type Icon } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MoveTools } from "../move/move-tools.tsx";
import { LinkInput } from "./link-input.tsx";
import { TOOLBAR_KEY } from "./toolbar-key.ts";
import { ToolButton } from "./tool-button.tsx";
import { BASIC_TOOLS } from "./tools.ts";

/** The editor's toolbar; it uses the usual keyboard shortcuts, such as Ctrl+B. */
export function RichTextTools({ editor, label }: { readonly editor: Editor; readonly label: string }) {
  const { t } = useTranslation();
  const [isLinking, setLinking] = useState(false);
  const on = useEditorState({
    editor,
    selector: ({ editor: e }) => [
      ...BASIC_TOOLS.filter(({ isOn }) => isOn(e)).map(({ name }) => name),
      ...(e.isActive("link") ? ["link"] : []),
    ],
  });
  const button = (name: string, icon: Icon, run: () => void) => <ToolButton key={name} name={name} icon={icon} on={on} onClick={run} />;
  return (
    <Group gap={2} p={4} role="toolbar" aria-label={t("form.format.tools", { name: label })} {...TOOLBAR_KEY}>
      {BASIC_TOOLS.map(({ name, icon, run }) => button(name, icon, () => run(editor)))}
      {button("link", IconLink, () => setLinking(!isLinking))}
      <MoveTools editor={editor} />
      {isLinking && <LinkInput editor={editor} onDone={() => setLinking(false)} />}
    </Group>
  );
}

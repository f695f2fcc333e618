import { ActionIcon } from "@mantine/core";
import { IconArrowBarToDown, IconArrowBarToUp } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useTranslation } from "react-i18next";
import { runMove } from "./move-blocks.ts";

const TOOLS = [
  ["up", IconArrowBarToUp, "Alt+Shift+ArrowUp"],
  ["down", IconArrowBarToDown, "Alt+Shift+ArrowDown"],
] as const;

/** The buttons of a toolbar that move the block at the cursor. */
export function MoveTools({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  return TOOLS.map(([direction, Icon, keys]) => (
    <ActionIcon
      key={direction}
      variant="subtle"
      color="gray"
      aria-label={t(`form.move.${direction}`)}
      aria-keyshortcuts={keys}
      onClick={() => runMove(editor, direction)}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  ));
}

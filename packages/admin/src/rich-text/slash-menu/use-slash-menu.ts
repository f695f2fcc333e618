import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Insert } from "../tools/inserts.ts";
import type { NodeTool } from "../tools/tools.ts";
import { slashMenu } from "./slash-menu.ts";

/** The extension with a menu of these tools and of what can be inserted beside them. */
export function useSlashMenu(tools: readonly NodeTool[], inserts: readonly Insert[] = []) {
  const { t } = useTranslation();
  const items = useRef<readonly Insert[]>([]);
  const paragraph: Insert = {
    name: "paragraph",
    label: t("form.format.paragraph"),
    run: (editor) => editor.chain().focus().setParagraph().run(),
  };
  const made = tools.map(({ name, run }): Insert => ({ name, label: t(`form.format.${name}`), run }));
  useLayoutEffect(() => {
    items.current = [paragraph, ...made, ...inserts];
  });
  return () => slashMenu(() => items.current, t("form.slashMenu"));
}

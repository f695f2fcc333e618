import { Extension } from "@tiptap/core";

/** As in other editors. In a table, Tab moves through the cells, so that it doesn't lead to the toolbar. */
const KEY = "Alt-F10";

/** What assistive technology says of a toolbar. */
export const TOOLBAR_KEY = { "aria-keyshortcuts": KEY.replace("-", "+") };

/** Moves the focus to the toolbar above the text; the selection stays. */
export const ToolbarKey = Extension.create({
  name: "toolbarKey",
  addKeyboardShortcuts: () => ({
    [KEY]({ editor }) {
      const button = editor.view.dom.closest(".rich-text-frame")?.querySelector<HTMLElement>('[role="toolbar"] button:not(:disabled)');
      button?.focus();
      return Boolean(button);
    },
  }),
});

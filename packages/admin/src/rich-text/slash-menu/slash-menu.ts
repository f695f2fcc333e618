/** The menu that `/` opens at the cursor: what can be inserted there. */
import { Extension } from "@tiptap/core";
import { ReactRenderer } from "@tiptap/react";
import Suggestion from "@tiptap/suggestion";
import type { Insert } from "../tools/inserts.ts";
import { SlashList, type SlashListProps, type SlashListRef } from "./slash-list.tsx";

type List = ReactRenderer<SlashListRef, SlashListProps>;

/** The items whose name or label contains the text. */
export function matching(inserts: readonly Insert[], text: string): Insert[] {
  const searched = text.toLocaleLowerCase();
  return inserts.filter(({ name, label }) => [name, label].some((one) => one.toLocaleLowerCase().includes(searched)));
}

/** @param inserts - called whenever the menu is opened or filtered. @param label - the name of the menu */
export function slashMenu(inserts: () => readonly Insert[], label: string): Extension {
  return Extension.create({
    name: "slashMenu",
    addProseMirrorPlugins() {
      return [
        Suggestion<Insert, Insert>({
          editor: this.editor,
          char: "/",
          allow: ({ state }) => state.selection.$from.parent.type.spec.code !== true,
          items: ({ query }) => matching(inserts(), query),
          command({ editor, range, props }) {
            editor.chain().focus().deleteRange(range).run();
            props.run(editor);
          },
          render: () => listBeside(label),
        }),
      ];
    },
  });
}

type Rendering = ReturnType<NonNullable<Parameters<typeof Suggestion<Insert, Insert>>[0]["render"]>>;

/** The list stands in the editor's frame: the editor may be a dialog. The text keeps the focus, and names the active item. */
function listBeside(label: string): Rendering {
  let list: List | null = null;
  let unmount: (() => void) | null = null;
  let text: HTMLElement | null = null;
  const name = (id: string, active: string | null) => {
    const attributes = { "aria-autocomplete": "list", "aria-controls": id, "aria-activedescendant": active ?? "" };
    for (const [attribute, value] of Object.entries(attributes))
      if (active === null) text?.removeAttribute(attribute);
      else text?.setAttribute(attribute, value);
  };
  const close = () => {
    unmount?.();
    list?.element.remove();
    list?.destroy();
    name("", null);
    list = unmount = text = null;
  };
  return {
    onStart({ editor, items, command, mount }) {
      text = editor.view.dom;
      list = new ReactRenderer(SlashList, { editor, props: { items, label, onChoose: command, onActive: name } });
      text.closest(".rich-text-frame")?.append(list.element);
      unmount = mount(list.element);
    },
    onUpdate: ({ items, command }) => list?.updateProps({ items, onChoose: command }),
    onKeyDown({ event }) {
      if (event.key !== "Escape") return !event.shiftKey && (list?.ref?.press(event.key) ?? false);
      event.stopPropagation(); // it closes no more than the menu
      return true;
    },
    onExit: close,
  };
}

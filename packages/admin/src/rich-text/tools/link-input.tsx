import { Button, Group, TextInput } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { useState, type KeyboardEvent } from "react";
import { linkAddress } from "./addresses.ts";
import { useTranslation } from "react-i18next";

/** The URL of a link; an empty one removes the link. */
export function LinkInput({ editor, onDone }: { readonly editor: Editor; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [href, setHref] = useState(() => String(editor.getAttributes("link")["href"] ?? ""));
  const [isWrong, setWrong] = useState(false);
  const apply = () => {
    const chain = editor.chain().focus().extendMarkRange("link");
    const url = linkAddress(href);
    if (href.trim() === "") chain.unsetLink().run();
    else if (url === null) return setWrong(true);
    else chain.setMark("link", { href: url, entity: null, id: null }).run();
    onDone();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      apply();
    }
    if (event.key === "Escape") {
      event.preventDefault(); // it closes no more than this
      editor.commands.focus();
      onDone();
    }
  };
  return (
    <Group gap={4} wrap="nowrap">
      <TextInput
        aria-label={t("form.format.address")}
        size="xs"
        value={href}
        error={isWrong && t("form.format.wrongAddress")}
        onChange={(event) => setHref(event.currentTarget.value)}
        onKeyDown={onKey}
        autoFocus
      />
      <Button size="compact-sm" onClick={apply}>
        {t("form.format.apply")}
      </Button>
    </Group>
  );
}

import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { embedAddress, providerOf } from "./addresses.ts";

interface Props {
  readonly onEmbed: (attrs: { readonly url: string; readonly provider: string }) => void;
  readonly onClose: () => void;
}

/** Asks for the URL of a page to embed, and its provider: the URL's unless another one is typed. */
export function EmbedDialog({ onEmbed, onClose }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [name, setName] = useState("");
  const [isWrong, setWrong] = useState(false);
  const url = embedAddress(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (url === null) setWrong(true);
    else onEmbed({ url, provider: name.trim() || providerOf(url) });
  };
  return (
    <Modal opened onClose={onClose} title={t("form.node.embed")} closeButtonProps={{ "aria-label": t("common.close") }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={t("form.node.url")}
            inputMode="url"
            value={typed}
            error={isWrong && url === null && t("form.node.wrongUrl")}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
          <TextInput
            label={t("form.node.provider")}
            placeholder={url === null ? "" : providerOf(url)}
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit">{t("form.format.insert")}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

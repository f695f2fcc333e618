import { TextInput } from "@mantine/core";
import { etagOf } from "@colophon/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../../api/admin-config.ts";
import type { AnyRecord } from "../../api/client.ts";
import { errorText } from "../../api/error-text.ts";
import { keys } from "../../api/keys.ts";
import { recordApi } from "../../record-model/record-api.ts";

/** The alternative text of an image. It is stored at the image, so it is the same everywhere. */
export function AltText({ entity, asset }: { readonly entity: AdminEntity; readonly asset: AnyRecord }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const stored = typeof asset["alt"] === "string" ? asset["alt"] : "";
  const [text, setText] = useState(stored);
  const { mutate, error } = useMutation({
    async mutationFn(alt: string) {
      const api = recordApi(entity.name, asset.id);
      const current = await api.read(false);
      await api.save({ alt: alt || null }, { isDraft: false, ifMatch: current ? etagOf(current) : undefined });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.entity(entity.name) }),
  });
  return (
    <TextInput
      label={t("media.alt")}
      size="xs"
      value={text}
      readOnly={!entity.can.update}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => text !== stored && mutate(text)}
      error={error && errorText(error, t)}
    />
  );
}

import { Button, Group, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig, type Me } from "../api/admin-config.ts";
import { client } from "../api/client.ts";
import { etagOf } from "@colophon/client";
import { errorText } from "../api/error-text.ts";
import { keys } from "../api/keys.ts";

/** Changes the caller's own name, if they may change users. */
export function NameForm({ user }: { readonly user: NonNullable<Me["user"]> }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const users = entityNamed(useKnownConfig(), "_user");
  const [name, setName] = useState(user.name);
  const save = useMutation({
    mutationFn: async () => {
      const before = await client.entity("_user").one(user.id);
      return client.entity("_user").update(user.id, { name }, { ifMatch: etagOf(before) });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.config }),
  });
  if (!users?.can.update) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Group align="end">
        <TextInput
          label={t("account.name")}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={save.error && errorText(save.error, t)}
        />
        <Button type="submit" loading={save.isPending} disabled={name === user.name}>
          {t("account.save")}
        </Button>
        {save.isSuccess && <Text role="status">{t("account.saved")}</Text>}
      </Group>
    </form>
  );
}

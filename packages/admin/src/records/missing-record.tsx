import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useKnownMe, type AdminEntity } from "../api/admin-config.ts";
import { DeletedOffer } from "../drafts/deleted-offer.tsx";
import { keptAt } from "../drafts/session/kept-changes.ts";
import { entityText } from "../api/admin-entities.ts";
import { hasTrash } from "../trash/trash.ts";

/** Shown instead of a record that does not exist, or that the caller may not see. */
export function MissingRecord({ entity, id }: { readonly entity: AdminEntity; readonly id: string | null }) {
  const { t } = useTranslation();
  const userId = useKnownMe().user?.id ?? "";
  const [kept] = useState(() => (id === null ? [] : keptAt([userId, entity.name, id])));
  const params = { entity: entity.name };
  return (
    <Stack gap="xs" align="start">
      <Title order={1} size="h2">
        {t("missing.title")}
      </Title>
      <Text>{t("missing.text")}</Text>
      {kept.map(({ slot, values, forget }) => (
        <DeletedOffer key={slot} entity={entity} changes={values} values={values} onTaken={forget} />
      ))}
      <Anchor renderRoot={(props) => <Link to="/content/$entity" params={params} {...props} />}>
        {t("trash.toList", { entity: entityText(entity, t) })}
      </Anchor>
      {hasTrash(entity) && (
        <Anchor renderRoot={(props) => <Link to="/trash/$entity" params={params} {...props} />}>
          {t("trash.title", { entity: entityText(entity, t) })}
        </Anchor>
      )}
    </Stack>
  );
}

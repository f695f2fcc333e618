import { Anchor } from "@mantine/core";
import type { Usage } from "@colophon/client";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig } from "../api/admin-config.ts";
import { fieldAt } from "../list-model/fields.ts";
import { entityText } from "../api/admin-entities.ts";

/** The record that contains the reference, and the path of the field. */
export function UsageLink({ usage }: { readonly usage: Usage }) {
  const { t } = useTranslation();
  const config = useKnownConfig();
  const entity = entityNamed(config, usage.entity);
  const label = entity ? entityText(entity, t) : usage.entity;
  const field = (entity && fieldAt(config, entity, usage.field)?.label) ?? usage.field;
  const shownField = `${field}${usage.draft ? `, ${t("status.draft")}` : ""}`;
  return (
    <>
      <Anchor
        dir="auto"
        size="sm"
        renderRoot={(props) =>
          entity?.global ? (
            <Link to="/globals/$entity" params={{ entity: usage.entity }} {...props} />
          ) : (
            <Link to="/content/$entity/$id" params={{ entity: usage.entity, id: usage.id }} {...props} />
          )
        }
      >
        {usage.title ?? (entity?.global ? label : usage.id)}
      </Anchor>{" "}
      ({entity?.global ? shownField : `${label}: ${shownField}`})
    </>
  );
}

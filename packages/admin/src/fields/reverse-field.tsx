import { labelOfField } from "@colophon/model";
import { Anchor, Input, List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig } from "../api/admin-config.ts";
import { listRecords } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import { titleOf } from "../api/summary.ts";
import { useFormScope } from "../form/form-context.tsx";
import { referringTo } from "../record-model/fields.ts";
import type { FormField } from "../record-model/types.ts";

const SHOWN = 25;

export function ReverseField({ field: { definition } }: { readonly field: FormField }) {
  const { t } = useTranslation();
  const { recordId } = useFormScope();
  const from = definition.type === "reverse" ? definition : null;
  const entity = entityNamed(useKnownConfig(), from?.from ?? "");
  const filter = referringTo(recordId, from?.field ?? "", entity?.fields ?? []);
  const query = { filter, limit: SHOWN, ...(entity?.versions && entity.can.drafts && { draft: true }) };
  const name = entity?.name ?? "";
  const { data } = useQuery({
    queryKey: keys.list(name, query),
    queryFn: () => listRecords(name, query),
    enabled: entity !== undefined && recordId !== null,
  });
  if (!entity || recordId === null) return null;
  return (
    <Input.Wrapper label={labelOfField(definition)} description={definition.description ?? null} labelElement="div">
      {data?.data.length === 0 && <Text c="dimmed">{t("form.none")}</Text>}
      <List>
        {data?.data.map((record) => (
          <List.Item key={record.id}>
            <Anchor
              dir="auto"
              size="sm"
              renderRoot={(props) => <Link to="/content/$entity/$id" params={{ entity: name, id: record.id }} {...props} />}
            >
              {titleOf(entity, record)}
            </Anchor>
          </List.Item>
        ))}
      </List>
      {(data?.meta.total ?? 0) > SHOWN && <Text c="dimmed">{t("form.more", { count: (data?.meta.total ?? 0) - SHOWN })}</Text>}
    </Input.Wrapper>
  );
}

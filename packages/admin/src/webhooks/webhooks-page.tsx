import { Anchor, Stack, Table, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useKnownMe } from "../api/admin-config.ts";
import { Failure } from "../elements/failure.tsx";
import { NotFound } from "../elements/not-found.tsx";
import { StatusMark } from "../elements/status-mark.tsx";
import { formatted } from "../texts/formats.ts";
import { useWebhooks } from "./use-webhooks.ts";
import type { Webhook } from "@colophon/api";

/** The site's webhooks, for admins. They are changed in the configuration. */
export function WebhooksPage() {
  return useKnownMe().isAdmin ? <Webhooks /> : <NotFound />;
}

function Webhooks() {
  const { t } = useTranslation();
  const { data, error, refetch } = useWebhooks();
  return (
    <Stack maw={960} gap="lg">
      <div>
        <Title order={1} size="h2">
          {t("webhooks.title")}
        </Title>
        <Text c="dimmed">{t("webhooks.text")}</Text>
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Text>{t("webhooks.none")}</Text>}
      {data && data.length > 0 && <WebhooksTable webhooks={data} />}
    </Stack>
  );
}

function WebhooksTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatted("number", value, i18n.language);
  return (
    <Table.ScrollContainer minWidth={640} type="native">
      <Table>
        <Table.Thead>
          <Table.Tr>
            {["name", "url", "events", "status", "pending", "failed"].map((name) => (
              <Table.Th key={name}>{t(`webhooks.${name}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {webhooks.map(({ name, url, events, state, pending, failed }) => (
            <Table.Tr key={name}>
              <Table.Td>
                <Anchor renderRoot={(props) => <Link to="/webhooks/$name" params={{ name }} {...props} />}>{name}</Anchor>
              </Table.Td>
              <Table.Td>{url}</Table.Td>
              <Table.Td>{events.join(", ")}</Table.Td>
              <Table.Td>
                <StatusMark status={state} label={t(`webhooks.state.${state}`)} />
              </Table.Td>
              <Table.Td>{number(pending)}</Table.Td>
              <Table.Td>{number(failed)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

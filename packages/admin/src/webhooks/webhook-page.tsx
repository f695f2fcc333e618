import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text, Title } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/error-text.ts";
import { useKnownMe } from "../api/admin-config.ts";
import { Failure } from "../elements/failure.tsx";
import { NotFound } from "../elements/not-found.tsx";
import { StatusMark } from "../elements/status-mark.tsx";
import { DeliveriesTable } from "./deliveries-table.tsx";
import { PAGE_SIZE, useDeliveries, useWebhookActions, useWebhooks } from "./use-webhooks.ts";
import type { Webhook } from "@colophon/api";
import { DELIVERY_STATES, type DeliveryState } from "@colophon/model";
import type { DeliveriesSearch } from "./webhook.ts";

const route = getRouteApi("/shell/webhooks/$name");

/** One webhook and its deliveries, for admins. */
export function WebhookPage() {
  return useKnownMe().isAdmin ? <Named /> : <NotFound />;
}

function Named() {
  const { name } = route.useParams();
  const { data, error, refetch } = useWebhooks();
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  const webhook = data?.find((candidate) => candidate.name === name);
  if (data && !webhook) return <NotFound />;
  return webhook ? <Deliveries key={name} webhook={webhook} /> : null;
}

function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const { name, url, state } = webhook;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useDeliveries(name, search);
  const { test, enable, redeliver } = useWebhookActions(name);
  const failed = [test, enable, redeliver].find((action) => action.error !== null);
  const show = (next: DeliveriesSearch) => void navigate({ search: next });
  return (
    <Stack gap="md">
      <div>
        <Anchor renderRoot={(props) => <Link to="/webhooks" {...props} />}>{t("webhooks.title")}</Anchor>
        <Group gap="sm">
          <Title order={1} size="h2">
            {name}
          </Title>
          <StatusMark status={state} label={t(`webhooks.state.${state}`)} />
        </Group>
        <Text c="dimmed">{url}</Text>
      </div>
      {state !== "active" && (
        <Alert color="orange" role="status">
          <Group>
            {t(`webhooks.why.${state}`)}
            <Button size="xs" loading={enable.isPending} onClick={() => enable.mutate()}>
              {t("webhooks.enable")}
            </Button>
          </Group>
        </Alert>
      )}
      {failed?.error && (
        <Alert color="red" role="alert">
          {errorText(failed.error, t)}
        </Alert>
      )}
      <Group justify="space-between" align="end">
        <NativeSelect
          label={t("webhooks.status")}
          value={search.state ?? ""}
          onChange={({ currentTarget: { value } }) => show(value === "" ? {} : { state: value as DeliveryState })}
          data={[
            { value: "", label: t("webhooks.all") },
            ...DELIVERY_STATES.map((state) => ({ value: state, label: t(`webhooks.delivery.${state}`) })),
          ]}
        />
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t("webhooks.test")}
        </Button>
      </Group>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <Text>{t("webhooks.noDeliveries")}</Text>}
      {data && data.data.length > 0 && (
        <DeliveriesTable
          deliveries={data.data}
          isDisabled={state === "disabled"}
          repeating={redeliver.isPending ? redeliver.variables : null}
          onRepeat={(id) => redeliver.mutate(id)}
        />
      )}
      {data && <Pages search={search} total={data.meta.total} onShow={show} />}
    </Stack>
  );
}

interface PagesProps {
  readonly search: DeliveriesSearch;
  readonly total: number;
  readonly onShow: (search: DeliveriesSearch) => void;
}

function Pages({ search, total, onShow }: PagesProps) {
  const { t } = useTranslation();
  const { page = 1 } = search;
  const isLast = page * PAGE_SIZE >= total;
  if (page === 1 && isLast) return null;
  return (
    <Group gap="xs" justify="flex-end" component="nav" aria-label={t("list.pages")}>
      <Button variant="default" disabled={page === 1} onClick={() => onShow({ ...search, page: page - 1 })}>
        {t("list.previous")}
      </Button>
      <Button variant="default" disabled={isLast} onClick={() => onShow({ ...search, page: page + 1 })}>
        {t("list.next")}
      </Button>
    </Group>
  );
}

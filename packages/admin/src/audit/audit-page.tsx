import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useKnownConfig, useKnownMe } from "../api/admin-config.ts";
import { Failure } from "../elements/failure.tsx";
import { NotFound } from "../elements/not-found.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditTable } from "./audit-table.tsx";
import { useAudit, type AuditSearch } from "./use-audit.ts";

const route = getRouteApi("/shell/audit");

/** The audit log, for admins. */
export function AuditPage() {
  const { isAdmin } = useKnownMe();
  const { audit } = useKnownConfig();
  return isAdmin && audit ? <Log /> : <NotFound />;
}

function Log() {
  const { t } = useTranslation();
  const search: AuditSearch = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useAudit(search);
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Stack gap="md">
      <div>
        <Title order={1} size="h2">
          {t("audit.title")}
        </Title>
        <Text c="dimmed">{t("audit.text")}</Text>
      </div>
      <AuditFilters search={search} onChange={(changed) => void navigate({ search: { ...changed }, replace: true })} />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && <Text>{t("audit.none")}</Text>}
      {rows.length > 0 && <AuditTable rows={rows} />}
      {hasNextPage && (
        <Group>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("audit.more")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

import { toQueryString } from "@colophon/client";
import { Drawer, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useKnownConfig } from "../api/admin-config.ts";
import { call } from "../api/client.ts";
import { pathOf } from "../api/api-url.ts";
import { recordQueryKey, type RecordLocator } from "../record-model/record-api.ts";
import { Failure } from "../elements/failure.tsx";
import { formatted } from "../texts/formats.ts";
import { actionText, actorText, changesText, type AuditRow } from "../audit/audit-row.ts";

const SHOWN = 100;

/** Who did what with a record, newest first. */
export function RecordLogDrawer({ locator, onClose }: { readonly locator: RecordLocator; readonly onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const config = useKnownConfig();
  const { entity, id, locale } = locator;
  const {
    data: rows,
    error,
    refetch,
  } = useQuery({
    queryKey: [...recordQueryKey(locator), "log"],
    queryFn: () => call<readonly AuditRow[]>(`${pathOf(entity, id)}/history${toQueryString({ limit: SHOWN, locale })}`),
    staleTime: 0,
  });
  return (
    <Drawer opened onClose={onClose} position="right" title={t("audit.recordTitle")} closeButtonProps={{ "aria-label": t("common.close") }}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {rows?.length === 0 && <Text c="dimmed">{t("audit.none")}</Text>}
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {rows?.map((row) => (
          <li key={row.id}>
            <Text size="sm">{t("audit.line", { who: actorText(row, t), action: actionText(row, t) })}</Text>
            <Text size="xs" c="dimmed">
              {[formatted("second", Date.parse(row.at), i18n.language), changesText(row, config, t)].filter(Boolean).join(" · ")}
            </Text>
          </li>
        ))}
      </Stack>
    </Drawer>
  );
}

import { Loader, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../api/admin-config.ts";
import { Failure } from "../elements/failure.tsx";
import { apiOf, recordQueryKey, type RecordLocator } from "../record-model/record-api.ts";
import { DifferenceView } from "./difference-view.tsx";
import { differences } from "./differences.ts";

interface Props {
  readonly entity: AdminEntity;
  readonly locator: RecordLocator;
  readonly version: string;
  /** The version before it; null for the first. */
  readonly before: string | null;
}

/** The changes of a version. */
export function VersionChanges({ entity, locator, version, before }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: [...recordQueryKey(locator), "changes", version, before],
    async queryFn() {
      const api = apiOf(locator);
      const [old, now] = await Promise.all([before === null ? null : api.version(before), api.version(version)]);
      return { old: old?.data ?? {}, now: now.data };
    },
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loader aria-label={t("common.loading")} />;
  const fields = entity.fields.map((definition) => ({ definition, isReadOnly: true }));
  const found = differences(fields, data.old, data.now);
  if (found.length === 0) return <Text c="dimmed">{t("history.same")}</Text>;
  return (
    <Stack>
      {found.map((difference) => (
        <DifferenceView key={difference.definition.name} difference={difference} />
      ))}
    </Stack>
  );
}

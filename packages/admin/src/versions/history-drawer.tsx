import { Button, Drawer, NavLink, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig, type AdminEntity } from "../api/admin-config.ts";
import { titleOf } from "../api/summary.ts";
import { useTargets } from "../record-model/use-targets.ts";
import { Failure } from "../elements/failure.tsx";
import { formatted } from "../texts/formats.ts";
import { apiOf, recordQueryKey, type RecordLocator } from "../record-model/record-api.ts";
import { VersionChanges } from "./version-changes.tsx";

interface Props {
  readonly entity: AdminEntity;
  readonly locator: RecordLocator;
  readonly onRestore: (versionId: string) => Promise<boolean>;
  readonly onClose: () => void;
}

const SHOWN = 100;

/** The versions of a record, their changes, and a button that restores one. */
export function HistoryDrawer({ entity, locator, onRestore, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const [chosen, setChosen] = useState(0);
  const {
    data: versions = [],
    error,
    refetch,
  } = useQuery({
    queryKey: [...recordQueryKey(locator), "versions"],
    queryFn: () => apiOf(locator).versions(SHOWN),
    staleTime: 0,
  });
  const users = entityNamed(useKnownConfig(), "_user");
  const authors = useTargets(users, [...new Set(versions.flatMap(({ createdBy }) => createdBy ?? []))]);
  const nameOf = (by: string | null) => {
    const author = by === null ? undefined : authors.get(by);
    return users && author ? titleOf(users, author) : "";
  };
  const version = versions[chosen];
  const restore = async () => {
    if (version && (await onRestore(version.id))) onClose();
  };
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={t("history.title")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <Stack>
        <Stack gap={0} component="nav" aria-label={t("history.versions")} mah="35vh" style={{ overflowY: "auto" }}>
          {versions.map(({ id: versionId, number, status, createdAt, createdBy }, at) => (
            <NavLink
              key={versionId}
              component="button"
              active={at === chosen}
              onClick={() => setChosen(at)}
              label={t("history.version", { number, when: formatted("second", Date.parse(createdAt), i18n.language) })}
              description={[t(`history.status.${status}`, { defaultValue: status }), nameOf(createdBy)].filter(Boolean).join(" · ")}
            />
          ))}
        </Stack>
        {version ? (
          <>
            <Button onClick={() => void restore()} disabled={chosen === 0} style={{ alignSelf: "flex-start" }}>
              {t("history.restore", { number: version.number })}
            </Button>
            <VersionChanges entity={entity} locator={locator} version={version.id} before={versions[chosen + 1]?.id ?? null} />
          </>
        ) : (
          <Text c="dimmed">{t("history.none")}</Text>
        )}
      </Stack>
    </Drawer>
  );
}

import { Alert, Button, Group, Loader, Stack, Text, List } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../../api/admin-config.ts";
import type { AnyRecord } from "../../api/client.ts";
import { errorText } from "../../api/error-text.ts";
import { Thumbnail } from "../../media/thumbnail.tsx";
import { UsageCount } from "../../usages/usage-count.tsx";
import { useReplacing } from "./use-replacing.ts";
import { UsageLink } from "../../usages/usage-link.tsx";
import type { Moved } from "./move-references.ts";

const SIZE = 120;

interface Props {
  readonly entity: AdminEntity;
  readonly asset: AnyRecord;
  readonly next: AnyRecord;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** Shows what will be replaced, runs it, and shows the result. */
export function ReplaceRun({ entity, asset, next, onClose, onDelete }: Props) {
  const { t } = useTranslation();
  const { run, moved } = useReplacing(entity, asset, next);
  return (
    <Stack>
      <Group wrap="nowrap">
        <Thumbnail asset={asset} size={SIZE} />
        <IconArrowRight aria-hidden />
        <Thumbnail asset={next} size={SIZE} />
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {String(next["filename"])}
        </Text>
      </Group>
      {run.data ? (
        <ReplaceResult result={run.data} />
      ) : (
        <Text size="sm" component="div">
          {String(asset["filename"])}: <UsageCount entity={entity.name} id={asset.id} />
        </Text>
      )}
      {run.isPending && (
        <Group role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm">{t("media.moved", { count: moved })}</Text>
        </Group>
      )}
      {run.error && (
        <Alert color="red" role="alert" title={t("error.title")}>
          {errorText(run.error, t)} {t("media.moved", { count: moved })}
        </Alert>
      )}
      <Group justify="end">
        <Button variant="default" onClick={onClose}>
          {t(run.data ? "common.close" : "common.cancel")}
        </Button>
        {!run.data && (
          <Button loading={run.isPending} onClick={() => run.mutate()}>
            {t("media.replace")}
          </Button>
        )}
        {run.data && entity.can.delete && (
          <Button color="red" onClick={onDelete}>
            {t("media.deleteOld")}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** How many references were moved, and which were not. */
function ReplaceResult({ result: { moved, failures } }: { readonly result: Moved }) {
  const { t } = useTranslation();
  return (
    <>
      <Text role="status">{t("media.moved", { count: moved })}</Text>
      {failures.length > 0 && (
        <Alert color="orange" role="alert" title={t("media.notMoved")}>
          <List size="sm">
            {failures.map(({ usage, error }) => (
              <List.Item key={`${usage.id} ${usage.field} ${usage.draft}`}>
                <UsageLink usage={usage} /> – {errorText(error, t)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}

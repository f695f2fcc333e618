import { Button, List, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/error-text.ts";
import { UsageLink } from "./usage-link.tsx";
import { useUsages } from "./use-usages.ts";

const AT_ONCE = 20;

/** All usages of an asset, with links. */
export function UsageList({ entity, id }: { readonly entity: string; readonly id: string }) {
  const { t } = useTranslation();
  const { usages, error, hasNextPage, fetchNextPage } = useUsages(entity, id, AT_ONCE);
  return (
    <Stack gap="xs" component="section" aria-labelledby="usages">
      <Title order={2} size="h4" id="usages">
        {t("media.usages")}
      </Title>
      {error && <Text c="var(--mantine-color-error)">{errorText(error, t)}</Text>}
      {!usages && !error && <Skeleton h={40} />}
      {usages?.length === 0 && <Text size="sm">{t("media.unused")}</Text>}
      {usages && usages.length > 0 && (
        <List size="sm">
          {usages.map((usage) => (
            <List.Item key={`${usage.id} ${usage.field}`}>
              <UsageLink usage={usage} />
            </List.Item>
          ))}
        </List>
      )}
      {hasNextPage && (
        <Button variant="default" onClick={() => void fetchNextPage()}>
          {t("media.more")}
        </Button>
      )}
    </Stack>
  );
}

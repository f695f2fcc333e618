import { ActionIcon, Anchor, Group, Stack, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../../api/admin-config.ts";
import { fileUrl } from "../../api/api-url.ts";
import type { AnyRecord } from "../../api/client.ts";
import { AltText } from "./alt-text.tsx";
import { Thumbnail } from "../../media/thumbnail.tsx";

interface Props {
  readonly entity: AdminEntity | undefined;
  readonly asset: AnyRecord | undefined;
  readonly id: string;
  readonly onRemove?: () => void;
}

const SIZE = 80;
/** Where there is less beside the picture, the text stands below it. */
const TEXT_WIDTH = "14rem";

export function AssetLine({ entity, asset, id, onRemove }: Props) {
  const { t } = useTranslation();
  const name = String(asset?.["filename"] ?? id);
  return (
    <Group wrap="nowrap" align="flex-start" gap="xs">
      <Group align="flex-start" flex={1} miw={0}>
        {asset && <Thumbnail asset={asset} size={SIZE} />}
        <Stack gap={4} flex={`1 1 ${TEXT_WIDTH}`} miw={`min(100%, ${TEXT_WIDTH})`}>
          {asset ? (
            <Anchor href={fileUrl(asset)} target="_blank" rel="noreferrer" size="sm" truncate>
              {name}
            </Anchor>
          ) : (
            <Text c="dimmed">{name}</Text>
          )}
          {entity && asset && entity.name === "_image" && <AltText key={asset.id} entity={entity} asset={asset} />}
        </Stack>
      </Group>
      {onRemove && (
        <ActionIcon variant="subtle" color="gray" aria-label={t("form.removeItem", { name })} onClick={onRemove}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

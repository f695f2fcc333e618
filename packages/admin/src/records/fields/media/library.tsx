import { Button, Modal, SimpleGrid, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../../../api/admin-config.ts";
import { listRecords } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { Thumbnail } from "./thumbnail.tsx";

interface Given {
  readonly entity: AdminEntity;
  readonly accept: readonly string[] | undefined;
  readonly chosen: readonly string[];
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
}

const AT_ONCE = 24;
const SIZE = 110;
const WAIT_MS = 250;

/** The assets that are there, newest first, to choose one. */
export function Library({ entity, accept, chosen, onChoose, onClose }: Given) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), WAIT_MS);
  const filter = { ...(accept && { mimeType: { $in: accept } }), ...(asked !== "" && { filename: { $contains: asked } }) };
  const query = { limit: AT_ONCE, count: false, ...(Object.keys(filter).length > 0 && { filter }) };
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...keys.list(entity.name, query), "pages"],
    queryFn: ({ pageParam }) => listRecords(entity.name, { ...query, cursor: pageParam }),
    initialPageParam: "",
    getNextPageParam: ({ meta }) => meta.nextCursor,
  });
  const assets = data?.pages.flatMap((page) => page.data).filter(({ id }) => !chosen.includes(id)) ?? [];
  const choose = (id: string) => {
    onChoose(id);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t("media.library")} size="xl" closeButtonProps={{ "aria-label": t("common.close") }}>
      <Stack>
        <TextInput label={t("media.search")} value={text} onChange={(event) => setText(event.currentTarget.value)} data-autofocus />
        {data && assets.length === 0 && <Text c="dimmed">{t("media.empty")}</Text>}
        <SimpleGrid cols={{ base: 2, xs: 3, sm: 5 }}>
          {assets.map((asset) => (
            <UnstyledButton key={asset.id} onClick={() => choose(asset.id)}>
              <Thumbnail asset={asset} size={SIZE} />
              <Text size="xs" truncate>
                {String(asset["filename"])}
              </Text>
            </UnstyledButton>
          ))}
        </SimpleGrid>
        {hasNextPage && (
          <Button variant="default" onClick={() => void fetchNextPage()}>
            {t("media.more")}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}

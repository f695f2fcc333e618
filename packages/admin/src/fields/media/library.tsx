import { Button, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../../api/admin-config.ts";
import { listRecords, type AnyRecord } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { AssetGrid } from "../../media/asset-grid.tsx";
import { textFilter } from "../../media/media-query.ts";
import { useSoughtText } from "../../list-model/sought-text.ts";

interface Props {
  readonly entity: AdminEntity;
  readonly accept: readonly string[] | undefined;
  readonly chosen: readonly string[];
  readonly onChoose: (asset: AnyRecord) => void;
  readonly onClose: () => void;
}

const AT_ONCE = 24;

/** A dialog to choose an asset, newest first. */
export function Library({ entity, accept, chosen, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const { sought } = useSoughtText(text.trim());
  const conditions = [textFilter(entity.name, sought).filter, accept && { mimeType: { $in: accept } }].filter(Boolean);
  const query = { limit: AT_ONCE, count: false, ...(conditions.length > 0 && { filter: { $and: conditions } }) };
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...keys.list(entity.name, query), "pages"],
    queryFn: ({ pageParam }) => listRecords(entity.name, { ...query, cursor: pageParam }),
    initialPageParam: "",
    getNextPageParam: ({ meta }) => meta.nextCursor,
  });
  const assets = data?.pages.flatMap((page) => page.data).filter(({ id }) => !chosen.includes(id)) ?? [];
  const choose = (asset: AnyRecord) => {
    onChoose(asset);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t("media.library")} size="xl" closeButtonProps={{ "aria-label": t("common.close") }}>
      <Stack>
        <TextInput label={t("media.search")} value={text} onChange={(event) => setText(event.currentTarget.value)} data-autofocus />
        {data && assets.length === 0 && <Text c="dimmed">{t(sought === "" ? "media.empty" : "media.nothingFound")}</Text>}
        <AssetGrid label={t("media.library")} assets={assets} layout="grid" onOpen={choose} />
        {hasNextPage && (
          <Button variant="default" onClick={() => void fetchNextPage()}>
            {t("media.more")}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}

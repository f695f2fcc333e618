import { Button, FileButton, Group, Stack, Title, Paper, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconUpload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useKnownConfig, type AdminEntity } from "../api/admin-config.ts";
import { listRecords } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import { useSelection } from "../selection/use-selection.ts";
import { Paging } from "../lists/paging.tsx";
import { useListSearch } from "../lists/use-list-search.ts";
import { Failure } from "../elements/failure.tsx";
import { entityText, mediaEntitiesOf, mediaEntityOf } from "../api/admin-entities.ts";
import { AssetGrid } from "../media/asset-grid.tsx";
import { mediaQueryOf } from "../media/media-query.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { Toolbar } from "./toolbar.tsx";
import { UploadList } from "../media/uploads/upload-list.tsx";
import { useLibraryUploads } from "../media/uploads/use-library-uploads.tsx";
import { NotFound } from "../elements/not-found.tsx";
import { lazyPart } from "../loading/lazy-part.tsx";

const DropAnywhere = lazyPart(async () => (await import("../media/uploads/drop-anywhere.tsx")).DropAnywhere);

interface Props {
  readonly entity: AdminEntity;
  /** All media entities that the caller may read. */
  readonly entities: readonly AdminEntity[];
}

/** The assets of one kind, with uploads. */
export function MediaLibrary({ entity, entities }: Props) {
  const { t } = useTranslation();
  const { search } = useListSearch();
  const { kind: _, ...filters } = search;
  const query = mediaQueryOf(entity.name, filters);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: keys.list(entity.name, query),
    queryFn: () => listRecords(entity.name, query),
    placeholderData: keepPreviousData,
  });
  const assets = data?.data ?? [];
  const selection = useSelection(assets);
  const { uploads, notice } = useLibraryUploads(entity);
  const canUpload = entities.some(({ can }) => can.create);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t("shell.media")}
        </Title>
        {canUpload && (
          <FileButton multiple onChange={uploads.start}>
            {(props) => (
              <Button {...props} leftSection={<IconUpload size={16} aria-hidden />}>
                {t("media.upload")}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      <Toolbar entity={entity} entities={entities} />
      <UploadList uploads={uploads} />
      {notice}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && assets.length === 0 && <EmptyLibrary canUpload={canUpload} />}
      {data && assets.length > 0 && (
        <>
          <AssetGrid
            label={entityText(entity, t)}
            assets={assets}
            layout={search["layout"] === "list" ? "list" : "grid"}
            {...(entity.can.delete && { selection })}
            isOld={isPlaceholderData}
          />
          <Paging meta={data.meta} />
        </>
      )}
      {selection.records.length > 0 && <SelectionBar entity={entity} selection={selection} />}
      {canUpload && <DropAnywhere onFiles={uploads.start} />}
    </Stack>
  );
}

/** Shown instead of an empty library. */
function EmptyLibrary({ canUpload }: { readonly canUpload: boolean }) {
  const { t } = useTranslation();
  const { search, setSearch } = useListSearch();
  const { q, cursor, ...others } = search;
  const isFiltered = q !== undefined || cursor !== undefined;
  return (
    <Paper withBorder p="xl">
      <Stack align="center">
        <Text>{t(isFiltered ? "media.nothingFound" : canUpload ? "media.uploadFirst" : "media.empty")}</Text>
        {isFiltered && (
          <Button variant="default" onClick={() => setSearch(others)}>
            {t("list.showAll")}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

/** The media library: the kind in the URL, else the first that the caller may read. */
export function MediaPage() {
  const { search } = useListSearch();
  const entities = mediaEntitiesOf(useKnownConfig());
  const entity = mediaEntityOf(entities, search["kind"]);
  return entity ? <MediaLibrary key={entity.name} entity={entity} entities={entities} /> : <NotFound />;
}

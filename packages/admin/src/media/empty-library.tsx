import { Button, Paper, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useListSearch } from "../lists/use-list-search.ts";

/** Shown instead of an empty library. */
export function EmptyLibrary({ canUpload }: { readonly canUpload: boolean }) {
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

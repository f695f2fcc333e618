import { Button, Paper, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../api/admin-config.ts";
import { entityText } from "../api/admin-entities.ts";
import { useListSearch } from "./use-list-search.ts";

/** Parameters that do not filter the list. */
const NOT_FILTERS: ReadonlySet<string> = new Set(["sort", "columns", "saved"]);

/** Shown instead of a list without rows. */
export function EmptyList({ entity }: { readonly entity: AdminEntity }) {
  const { t } = useTranslation();
  const { search, setSearch } = useListSearch();
  const isFiltered = Object.keys(search).some((name) => !NOT_FILTERS.has(name));
  const text = isFiltered ? "list.nothingFound" : entity.can.create ? "list.createFirst" : "list.empty";
  return (
    <Paper withBorder p="xl">
      <Stack align="center">
        <Text>{t(text, { entity: entityText(entity, t) })}</Text>
        {isFiltered && (
          <Button variant="default" onClick={() => setSearch({})}>
            {t("list.showAll")}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

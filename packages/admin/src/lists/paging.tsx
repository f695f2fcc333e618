import { Button, Group, Text } from "@mantine/core";
import { useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { PageMeta } from "../api/client.ts";
import { formatted } from "../texts/formats.ts";
import { useListSearch } from "./use-list-search.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The cursors of the pages before this one, as far as they were visited. */
    readonly cursors?: readonly string[];
  }
}

/** The number of records, and buttons for the next and previous page. */
export function Paging({ meta: { total, totalEstimated, nextCursor } }: { readonly meta: PageMeta }) {
  const { t, i18n } = useTranslation();
  const { search } = useListSearch();
  const router = useRouter();
  const navigate = useNavigate();
  const cursors = useRouterState({ select: ({ location }) => location.state.cursors ?? [] });
  const { cursor = "", ...others } = search;

  const goTo = (to: string, before: readonly string[]) =>
    void navigate({ to: ".", search: to === "" ? others : { ...others, cursor: to }, state: { cursors: before } });
  const back = () => {
    if (cursors.length > 0 && router.history.canGoBack()) goTo(cursors.at(-1) ?? "", cursors.slice(0, -1));
    else goTo("", []);
  };
  const count = total === undefined ? undefined : formatted("number", total, i18n.language);
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        {count !== undefined && t(totalEstimated ? "list.totalEstimated" : "list.total", { count: total ?? 0, total: count })}
      </Text>
      {(cursor !== "" || nextCursor) && (
        <Group gap="xs" component="nav" aria-label={t("list.pages")}>
          <Button variant="default" disabled={cursor === ""} onClick={back}>
            {t("list.previous")}
          </Button>
          <Button variant="default" disabled={!nextCursor} onClick={() => goTo(nextCursor ?? "", [...cursors, cursor])}>
            {t("list.next")}
          </Button>
        </Group>
      )}
    </Group>
  );
}

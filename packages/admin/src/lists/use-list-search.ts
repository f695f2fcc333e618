import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import type { ListSearch } from "./list-query.ts";

const route = getRouteApi("/shell/content/$entity");

/** The list's parameters in the address, and what puts others in their place. */
export function useListSearch() {
  const search: ListSearch = route.useSearch();
  const navigate = route.useNavigate();
  const setSearch = useCallback((next: ListSearch) => void navigate({ search: () => next, resetScroll: false }), [navigate]);

  /** Changes one parameter, from the first page on. */
  const set = useCallback(
    (name: string, value: string | undefined) => {
      const { cursor: _cursor, [name]: _old, ...others } = search;
      setSearch(value === undefined || value === "" ? others : { ...others, [name]: value });
    },
    [search, setSearch],
  );
  return { search, set, setSearch };
}

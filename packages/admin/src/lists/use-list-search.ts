import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import type { ListSearch } from "../list-model/list-query.ts";

/** The list's parameters in the URL, and functions that change them. */
export function useListSearch() {
  const search: ListSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = useCallback(
    (next: ListSearch, { replace = false } = {}) => void navigate({ to: ".", search: next, resetScroll: false, replace }),
    [navigate],
  );

  /** Changes one parameter and returns to the first page. */
  const set = useCallback(
    (name: string, value: string | undefined) => {
      const { cursor: _cursor, [name]: _old, ...others } = search;
      setSearch(value === undefined || value === "" ? others : { ...others, [name]: value });
    },
    [search, setSearch],
  );
  return { search, set, setSearch };
}

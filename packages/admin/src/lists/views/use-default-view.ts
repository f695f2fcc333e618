import { useEffect, useRef } from "react";
import { useListSearch } from "../use-list-search.ts";
import { searchOf } from "./saved-views.ts";
import { useSavedViews } from "./use-saved-views.ts";

/** Shows the user's default view when the list is opened without parameters. */
export function useDefaultView(entity: string): void {
  const { search, setSearch } = useListSearch();
  const { views, default: chosen } = useSavedViews(entity);
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current) return;
    isOpened.current = true;
    const view = views.find(({ name }) => name === chosen);
    if (view && Object.keys(search).length === 0) setSearch(searchOf(view), { replace: true });
  }, [chosen, search, setSearch, views]);
}

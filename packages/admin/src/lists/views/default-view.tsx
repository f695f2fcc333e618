import { useEffect, useRef } from "react";
import { useListSearch } from "../use-list-search.ts";
import { searchOf } from "./saved-views.ts";
import { useSavedViews } from "./use-saved-views.ts";

/** Shows the user's default view when the list is opened without parameters. A component of its own, so that the list does not render with its state. */
export function DefaultView({ entity }: { readonly entity: string }) {
  const { search, setSearch } = useListSearch();
  const { views, default: chosen } = useSavedViews(entity);
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current) return;
    isOpened.current = true;
    const view = views.find(({ name }) => name === chosen);
    if (view && Object.keys(search).length === 0) setSearch(searchOf(view), { replace: true });
  }, [chosen, search, setSearch, views]);
  return null;
}

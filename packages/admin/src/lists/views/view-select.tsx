import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../../api/admin-config.ts";
import { useListSearch } from "../use-list-search.ts";
import { searchOf } from "./saved-views.ts";
import { useSavedViews } from "./use-saved-views.ts";

const OWN = "own ";

/** Selects a configured or a saved view. */
export function ViewSelect({ entity }: { readonly entity: AdminEntity }) {
  const { t } = useTranslation();
  const { search, set, setSearch } = useListSearch();
  const { views: own } = useSavedViews(entity.name);
  const configured = entity.admin.list?.views ?? [];
  if (configured.length + own.length === 0) return null;
  const choose = (value: string) => {
    const view = own.find(({ name }) => OWN + name === value);
    if (view) return setSearch(searchOf(view));
    return search["saved"] === undefined ? set("view", value) : setSearch(value === "" ? {} : { view: value });
  };
  const group = (title: string, items: { value: string; label: string }[]) => (items.length > 0 ? [{ group: title, items }] : []);
  return (
    <NativeSelect
      label={t("list.view")}
      value={search["saved"] === undefined ? (search["view"] ?? "") : OWN + search["saved"]}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: "", label: t("list.allRecords") },
        ...configured.map(({ name }) => ({ value: name, label: name })),
        ...group(
          t("views.own"),
          own.map(({ name }) => ({ value: OWN + name, label: name })),
        ),
      ]}
    />
  );
}

import { Menu, Text } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../../api/admin-config.ts";
import { errorText } from "../../api/error-text.ts";
import { IconMenu } from "../../elements/icon-menu.tsx";
import { useListSearch } from "../use-list-search.ts";
import { renamedView, searchOf, withDefault, withoutView, withView, type EntityViews } from "./saved-views.ts";
import { useSavedViews } from "./use-saved-views.ts";
import { lazyPart } from "../../loading/lazy-part.tsx";

const NameDialog = lazyPart(async () => (await import("./name-dialog.tsx")).NameDialog);

/** Saves the current list as a view, and changes saved views. */
export function ViewMenu({ entity: { name: entity } }: { readonly entity: AdminEntity }) {
  const { t } = useTranslation();
  const { search, setSearch } = useListSearch();
  const { views, default: chosen, change, refresh } = useSavedViews(entity);
  const [naming, setNaming] = useState<"save" | "rename" | null>(null);
  const [error, setError] = useState<unknown>(null);
  const open = views.find(({ name }) => name === search["saved"]);
  const run = async (next: (views: EntityViews) => EntityViews, shown = search) => {
    try {
      await change(next);
      setError(null);
      if (shown !== search) setSearch(shown);
    } catch (failure) {
      setError(failure);
    }
  };
  const named = async (name: string) => {
    setNaming(null);
    if (naming === "rename" && open) await run((all) => renamedView(all, open.name, name), searchOf({ ...open, name }));
    else await run((all) => withView(all, name, search), { ...search, saved: name });
  };
  return (
    <>
      <IconMenu label={t("views.menu")} icon={IconBookmark} onOpen={refresh}>
        <Menu.Item onClick={() => setNaming("save")}>{t("views.save")}</Menu.Item>
        {open && (
          <>
            <Menu.Label>{open.name}</Menu.Label>
            <Menu.Item onClick={() => void run((all) => withView(all, open.name, search))}>{t("views.update")}</Menu.Item>
            <Menu.Item onClick={() => setNaming("rename")}>{t("views.rename")}</Menu.Item>
            <Menu.Item onClick={() => void run((all) => withDefault(all, chosen === open.name ? null : open.name))}>
              {t(chosen === open.name ? "views.noDefault" : "views.makeDefault")}
            </Menu.Item>
            <Menu.Item onClick={() => void run((all) => withoutView(all, open.name), {})}>{t("views.delete")}</Menu.Item>
          </>
        )}
      </IconMenu>
      {error !== null && <Text role="alert">{errorText(error, t)}</Text>}
      {naming && (
        <NameDialog
          title={t(`views.${naming}`)}
          name={naming === "rename" ? (open?.name ?? "") : ""}
          onName={(name) => void named(name)}
          onClose={() => setNaming(null)}
        />
      )}
    </>
  );
}

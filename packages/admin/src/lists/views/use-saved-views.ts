import { useLocalStorage } from "@mantine/hooks";
import { useCallback } from "react";
import { changeSettings } from "../../api/change-settings.ts";
import { client } from "../../api/client.ts";
import { useKnownMe } from "../../api/admin-config.ts";
import { viewsIn, viewsOf, type EntityViews, type SavedViews } from "./saved-views.ts";

const STORAGE_KEY = "colophon.views";

/** Caches the saved views in this browser, so that lists need no request for them. */
export function rememberViews(userId: string, settings: Readonly<Record<string, unknown>>): void {
  try {
    localStorage.setItem(`${STORAGE_KEY}.${userId}`, JSON.stringify(viewsIn(settings)));
  } catch {
    // storage is full or disabled: the views are loaded with their next change
  }
}

/** The caller's saved views of a list, and functions that change them on the server. */
export function useSavedViews(entity: string) {
  const userId = useKnownMe().user?.id ?? "";
  const [all, keep] = useLocalStorage<SavedViews>({ key: `${STORAGE_KEY}.${userId}`, defaultValue: {}, getInitialValueInEffect: false });
  /** Changes the views as they are on the server now. @throws ColophonError */
  const change = useCallback(
    async (next: (views: EntityViews) => EntityViews) => {
      const settings = await changeSettings((before) => {
        const lists = viewsIn(before);
        return { ...before, lists: { ...lists, [entity]: next(viewsOf(lists, entity)) } } as unknown as typeof before; // an interface has no index signature
      });
      keep(viewsIn(settings));
    },
    [entity, keep],
  );
  /** Loads changes that were made in another browser. */
  const refresh = useCallback(() => void client.settings.get().then((settings) => keep(viewsIn(settings)), ignore), [keep]);
  return { ...viewsOf(all, entity), change, refresh };
}

/** On an error the cached views stay. */
function ignore(): void {}

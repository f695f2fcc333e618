import { useLocalStorage } from "@mantine/hooks";
import { useCallback } from "react";
import { changeSettings } from "../../api/change-settings.ts";
import { client } from "../../api/client.ts";
import { useKnownMe } from "../../api/me.ts";
import { viewsIn, viewsOf, type EntityViews, type SavedViews } from "./saved-views.ts";

const MEMORY = "colophon.views";

/** Keeps the views of somebody's settings in this browser, so that lists need not ask for them. */
export function rememberViews(userId: string, settings: Readonly<Record<string, unknown>>): void {
  try {
    localStorage.setItem(`${MEMORY}.${userId}`, JSON.stringify(viewsIn(settings)));
  } catch {
    // storage that is full or switched off: the views are there when they are changed the next time
  }
}

/** The caller's views of a list, and what changes them at the service. */
export function useSavedViews(entity: string) {
  const userId = useKnownMe().user?.id ?? "";
  const [all, keep] = useLocalStorage<SavedViews>({ key: `${MEMORY}.${userId}`, defaultValue: {}, getInitialValueInEffect: false });
  /** Makes other views of those that are kept by then, in whichever tab. @throws ColophonError */
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
  /** What another browser has changed is known from then on. */
  const refresh = useCallback(() => void client.settings.get().then((settings) => keep(viewsIn(settings)), ignore), [keep]);
  return { ...viewsOf(all, entity), change, refresh };
}

/** Those that are known stay. */
function ignore(): void {}

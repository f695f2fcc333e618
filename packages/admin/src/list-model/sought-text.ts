import { useDebouncedValue } from "@mantine/hooks";
import { containsText } from "./text-search.ts";

/** How long nobody types before a search is sent. */
export const PAUSE_MS = 200;

/** For a text that is being typed: the text to search with, and which of the found options can be offered. */
export function useSoughtText(typed: string) {
  const [sought] = useDebouncedValue(typed, PAUSE_MS);
  return {
    sought,
    /** @param isAnswered - whether the options were found by `sought`. Until they were found by the typed text, only those that contain it fit. */
    fits: (label: string, isAnswered: boolean): boolean => (sought === typed && isAnswered) || containsText(label, typed),
  };
}

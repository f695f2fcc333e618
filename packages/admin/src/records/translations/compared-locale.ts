import { useLocalStorage } from "@mantine/hooks";

/** The language that is shown beside the one at work, in any record of this browser; empty for none. */
export function useComparedLocale() {
  return useLocalStorage({ key: "colophon.beside", defaultValue: "", getInitialValueInEffect: false });
}

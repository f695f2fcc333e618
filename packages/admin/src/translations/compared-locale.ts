import { useLocalStorage } from "@mantine/hooks";

/** The language to compare with, for all records in this browser; empty for none. */
export function useComparedLocale() {
  return useLocalStorage({ key: "colophon.beside", defaultValue: "", getInitialValueInEffect: false });
}

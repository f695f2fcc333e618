import { useTranslation } from "react-i18next";
import { useLocalStorage } from "@mantine/hooks";

/** The names of languages, in the language of the page. */
export function useLocaleNames(): (locale: string) => string {
  const { i18n } = useTranslation();
  const names = new Intl.DisplayNames([i18n.language], { type: "language" });
  return (locale) => names.of(locale) ?? locale;
}

/** The language to compare with, for all records in this browser; empty for none. */
export function useComparedLocale() {
  return useLocalStorage({ key: "colophon.beside", defaultValue: "", getInitialValueInEffect: false });
}

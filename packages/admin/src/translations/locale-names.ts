import { useTranslation } from "react-i18next";

/** The names of languages, in the language of the page. */
export function useLocaleNames(): (locale: string) => string {
  const { i18n } = useTranslation();
  const names = new Intl.DisplayNames([i18n.language], { type: "language" });
  return (locale) => names.of(locale) ?? locale;
}

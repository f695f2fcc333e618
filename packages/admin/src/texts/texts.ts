import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import en from "./en.json";
import { rememberLanguage, wantedLanguages } from "./language.ts";

const FALLBACK = "en";

/** All other catalogues in this folder, loaded on demand. */
const others = import.meta.glob<{ default: object }>(["./*.json", "!./en.json"]);

export const languages: readonly string[] = [FALLBACK, ...Object.keys(others).map((file) => file.slice(2, -5))].toSorted();

/** The name of a language in that language. */
export function languageName(language: string): string {
  return new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
}

/** Sets the language of the page, and remembers it in this browser. */
export async function setLanguage(language: string): Promise<void> {
  const load = others[`./${language}.json`];
  if (load && !i18next.hasResourceBundle(language, "translation")) {
    i18next.addResourceBundle(language, "translation", (await load()).default);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  rememberLanguage(language);
}

/** Starts with the remembered language, else with the first supported language of the browser. */
export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: FALLBACK,
    fallbackLng: FALLBACK,
    resources: { [FALLBACK]: { translation: en } },
    interpolation: { escapeValue: false }, // React escapes values
  });
  await setLanguage(wantedLanguages().find((tag) => languages.includes(tag)) ?? FALLBACK);
}

import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import en from "./en.json";

const FALLBACK = "en";
const MEMORY = "colophon.language";

/** Every other catalogue in this folder, loaded when it is chosen. */
const others = import.meta.glob<{ default: object }>(["./*.json", "!./en.json"]);

/** The languages that the page speaks. */
export const languages: readonly string[] = [FALLBACK, ...Object.keys(others).map((file) => file.slice(2, -5))].toSorted();

/** What a language is called in itself. */
export function languageName(language: string): string {
  return new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
}

/** Puts the page into a language, and keeps that for the next visit. */
export async function speak(language: string): Promise<void> {
  const load = others[`./${language}.json`];
  if (load && !i18next.hasResourceBundle(language, "translation")) {
    i18next.addResourceBundle(language, "translation", (await load()).default);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  localStorage.setItem(MEMORY, language);
}

/** Begins in the language that was kept, else in the first of the browser's that there is. */
export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: FALLBACK,
    fallbackLng: FALLBACK,
    resources: { [FALLBACK]: { translation: en } },
    interpolation: { escapeValue: false }, // React escapes
  });
  const wanted = [localStorage.getItem(MEMORY) ?? "", ...navigator.languages.map((tag) => tag.slice(0, 2))];
  await speak(wanted.find((tag) => languages.includes(tag)) ?? FALLBACK);
}

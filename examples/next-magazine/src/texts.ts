/** The texts of the user interface. */
const TEXTS = {
  en: {
    name: "English",
    latest: "Latest articles",
    search: "Search",
    searchFor: "Search articles",
    found: (count: number) => (count === 1 ? "1 article" : `${count} articles`),
    newer: "Newer",
    older: "Older",
    pages: "Pages",
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    languages: "Languages",
    draft: "This is a draft. Only people with this link see it.",
    skip: "Skip to the content",
    missing: "There is no such page.",
    home: "To the front page",
  },
  de: {
    name: "Deutsch",
    latest: "Neueste Artikel",
    search: "Suche",
    searchFor: "Artikel durchsuchen",
    found: (count: number) => `${count} Artikel`,
    newer: "Neuere",
    older: "Ältere",
    pages: "Seiten",
    page: (page: number, pages: number) => `Seite ${page} von ${pages}`,
    languages: "Sprachen",
    draft: "Das ist ein Entwurf. Nur wer diesen Link hat, sieht ihn.",
    skip: "Zum Inhalt springen",
    missing: "Diese Seite gibt es nicht.",
    home: "Zur Startseite",
  },
};

export type Locale = keyof typeof TEXTS;
export const LOCALES = Object.keys(TEXTS) as Locale[];

export function isLocale(text: string): text is Locale {
  return Object.hasOwn(TEXTS, text);
}

export function textsIn(locale: string) {
  return TEXTS[locale as Locale] ?? TEXTS.en;
}

/** A date such as 2026-05-01 in long form. */
export function formatDate(date: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));
}

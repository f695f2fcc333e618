const STORAGE_KEY = "colophon.language";

/** The languages that the page would use if it has texts in them: the remembered one, then those of the browser. */
export function wantedLanguages(): readonly string[] {
  return [localStorage.getItem(STORAGE_KEY) ?? "", ...navigator.languages.map((tag) => tag.slice(0, 2))].filter((tag) => tag !== "");
}

export function rememberLanguage(language: string): void {
  localStorage.setItem(STORAGE_KEY, language);
}

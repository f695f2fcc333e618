import { languages } from "../texts/texts.ts";

export interface Preferences {
  readonly colorScheme?: "auto" | "light" | "dark";
  readonly language?: string;
}

/** What of a user's settings the page can put to work. */
export function preferencesIn({ colorScheme, language }: Readonly<Record<string, unknown>>): Preferences {
  const isScheme = colorScheme === "auto" || colorScheme === "light" || colorScheme === "dark";
  const isLanguage = typeof language === "string" && languages.includes(language);
  return { ...(isScheme && { colorScheme }), ...(isLanguage && { language }) };
}

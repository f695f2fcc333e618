import { languages } from "../texts/texts.ts";

export interface Preferences {
  readonly colorScheme?: "auto" | "light" | "dark";
  readonly language?: string;
}

/** The user's settings that the page can apply. */
export function preferencesIn({ colorScheme, language }: Readonly<Record<string, unknown>>): Preferences {
  const isScheme = colorScheme === "auto" || colorScheme === "light" || colorScheme === "dark";
  const isLanguage = typeof language === "string" && languages.includes(language);
  return { ...(isScheme && { colorScheme }), ...(isLanguage && { language }) };
}

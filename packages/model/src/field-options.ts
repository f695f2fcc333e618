import type { SelectOption } from "./definitions.ts";

interface RequiredOptions {
  readonly required?: boolean | undefined;
  readonly admin?: { readonly condition?: unknown } | undefined;
}

/** Whether the field is required without a condition. */
export function isRequired({ required, admin }: RequiredOptions): boolean {
  return required === true && admin?.condition === undefined;
}

/** Whether the field is required under a condition. */
export function isRequiredConditionally({ required, admin }: RequiredOptions): boolean {
  return required === true && admin?.condition !== undefined;
}

/** The values that a select accepts, in either form of options, in NFC like all texts. */
export function optionValues(options: readonly SelectOption[]): readonly string[] {
  return options.map((option) => (typeof option === "string" ? option : option.value).normalize("NFC"));
}

interface Named {
  readonly title?: string | undefined;
  readonly name: string;
}

/** A field's title for people. Without a configured one it is made of the name: `readingMinutes` → `Reading minutes`. */
export function labelOfField({ title, name }: Named): string {
  if (title !== undefined) return title;
  const words = name
    .replaceAll("_", " ")
    .trim()
    .replaceAll(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

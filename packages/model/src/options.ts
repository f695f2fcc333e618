import type { SelectOption } from "./definitions.ts";

/** The values that a select accepts, in either form of options, in NFC like all texts. */
export function optionValues(options: readonly SelectOption[]): readonly string[] {
  return options.map((option) => (typeof option === "string" ? option : option.value).normalize("NFC"));
}

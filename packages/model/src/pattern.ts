/** A compiled pattern of a text field. */
export interface Pattern {
  readonly source: string;
  /** The flags of the regular expression; `u` for a pattern that was written as a text. */
  readonly flags: string;
  /** Maximum number of matched characters: the time is text times pattern, and never more than about 100 ms. */
  readonly maxLength: number;
  /** Like `RegExp.test`, but always with whole characters. */
  test(text: string): boolean;
}

/** The source and the flags of a pattern, as a project writes it. */
export function sourceOf(pattern: string | RegExp): Pick<Pattern, "source" | "flags"> {
  return typeof pattern === "string" ? { source: pattern, flags: "u" } : { source: pattern.source, flags: pattern.flags };
}

const MAKERS = {
  number: (language: string) => new Intl.NumberFormat(language),
  date: (language: string) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }),
  datetime: (language: string) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }),
  second: (language: string) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" }),
};

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/**
 * A number, or a time in ms since 1970, in the format of the language. Formatters are cached, because creating them is slow.
 *
 * @throws RangeError if the time is NaN
 */
export function formatted(kind: keyof typeof MAKERS, value: number, language: string): string {
  const key = `${kind} ${language}`;
  const format = made.get(key) ?? MAKERS[kind](language);
  made.set(key, format);
  return format.format(value);
}

/** A time of the API, formatted. @throws RangeError if it is not a time */
export function shownTime(time: string, language: string): string {
  return formatted("datetime", Date.parse(time), language);
}

type Format = Intl.NumberFormat | Intl.DateTimeFormat;
type Maker = (locale: string) => Format;

const unit =
  (name: string): Maker =>
  (locale) =>
    new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "short", maximumSignificantDigits: 3 });
const time =
  (options: Intl.DateTimeFormatOptions): Maker =>
  (locale) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "medium", ...options });

const MAKERS = {
  number: (locale: string) => new Intl.NumberFormat(locale),
  /** A date without a time, which is in UTC. */
  date: time({ timeZone: "UTC" }),
  /** The day of a time, for the user. */
  day: time({}),
  datetime: time({ timeStyle: "short" }),
  second: time({ timeStyle: "medium" }),
  byte: unit("byte"),
  kilobyte: unit("kilobyte"),
  megabyte: unit("megabyte"),
  gigabyte: unit("gigabyte"),
};

const made = new Map<string, Format>();

/** The first of the browser's languages that is a form of the page's language, as `en-GB` is of `en`; else that language itself. */
export function localeOf(language: string, preferred: readonly string[]): string {
  const form = new RegExp(`^${language}(-[a-z0-9]{2,8})*$`, "i"); // browsers may list tags that Intl refuses
  return preferred.find((tag) => form.test(tag)) ?? language;
}

/** Creates the formatters that lists need, while the page has nothing else to do. */
export function prepareFormats(language: string): void {
  for (const kind of ["date", "datetime", "number"] as const) formatted(kind, 0, language);
}

/**
 * A number, or a time in ms since 1970, in the format of the page's language and the browser's region. Formatters are cached, because
 * creating them is slow.
 *
 * @throws RangeError if the time is NaN
 */
export function formatted(kind: keyof typeof MAKERS, value: number, language: string): string {
  const key = `${kind} ${language}`;
  const format = made.get(key) ?? MAKERS[kind](localeOf(language, navigator.languages));
  made.set(key, format);
  return format.format(value);
}

/** A time of the API, formatted. @throws RangeError if it is not a time */
export function shownTime(at: string, language: string): string {
  return formatted("datetime", Date.parse(at), language);
}

import { createKnownTexts } from "./known-texts.ts";

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

type Kind = keyof typeof MAKERS;

const known = createKnownTexts(globalThis.localStorage);
const made = new Map<string, Format>();
const locales = new Map<string, string>();

/** The first of the browser's languages that is a form of the page's language, as `en-GB` is of `en`; else that language itself. */
export function localeOf(language: string, preferred: readonly string[]): string {
  const form = new RegExp(`^${language}(-[a-z0-9]{2,8})*$`, "i"); // browsers may list tags that Intl refuses
  return preferred.find((tag) => form.test(tag)) ?? language;
}

/** Creates the formatters that lists need while the page has nothing else to do, unless the texts of an earlier visit are known. */
export function prepareFormats(language: string): void {
  if (!known.isEmpty()) return;
  const locale = knownLocale(language);
  for (const kind of ["date", "datetime", "number"] as const) formatOf(kind, locale).format(0);
}

/**
 * A number, or a time in ms since 1970, in the format of the page's language and the browser's region. Formatters and texts are cached,
 * because creating a formatter is slow.
 *
 * @throws RangeError if the time is NaN
 */
export function formatted(kind: Kind, value: number, language: string): string {
  const locale = knownLocale(language);
  const offset = new Date(value).getTimezoneOffset(); // the text of a time depends on it
  return known.textOf([kind, locale, value, offset].join(" "), () => formatOf(kind, locale).format(value));
}

export const forgetFormatted = known.forget;

function formatOf(kind: Kind, locale: string): Format {
  const key = `${kind} ${locale}`;
  const format = made.get(key) ?? MAKERS[kind](locale);
  made.set(key, format);
  return format;
}

function knownLocale(language: string): string {
  const locale = locales.get(language) ?? localeOf(language, navigator.languages);
  locales.set(language, locale);
  return locale;
}

/** A time of the API, formatted. @throws RangeError if it is not a time */
export function shownTime(at: string, language: string): string {
  return formatted("datetime", Date.parse(at), language);
}

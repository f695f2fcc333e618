/** Error messages of the API, by path of the field. */
export type Errors = Readonly<Record<string, string>>;

interface Detail {
  readonly field: string;
  readonly message: string;
}

/** The first message of each field; indexes are written with dots: `extras[0].text` is `extras.0.text`. */
export function errorsOf(details: readonly Detail[]): Errors {
  const errors: Record<string, string> = {};
  for (const { field, message } of details) errors[field.replaceAll(/\[(\d+)\]/g, ".$1").replace(/^\./, "")] ??= message;
  return errors;
}

/** Whether there is an error at the path or below it. */
export function hasErrorBelow(errors: Errors, path: string): boolean {
  return Object.keys(errors).some((at) => at === path || at.startsWith(`${path}.`));
}

/** The errors without those at the path, below it and above it. */
export function withoutErrorsAt(errors: Errors, path: string): Errors {
  const isOf = (at: string) => at === path || at.startsWith(`${path}.`) || path.startsWith(`${at}.`);
  const left = Object.entries(errors).filter(([at]) => !isOf(at));
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left);
}

/** The errors of fields that the form does not have. */
export function otherErrors(errors: Errors, names: readonly string[]): readonly string[] {
  return Object.entries(errors).flatMap(([at, message]) => (names.includes(at.split(".")[0] ?? "") ? [] : [`${at}: ${message}`]));
}

/** The records that were refused, with the reason; error details name them as `ids[3]` or `ids[3].title`. */
export function refusedOf<T>(
  records: readonly T[],
  details: readonly Detail[],
): readonly { readonly record: T; readonly message: string }[] {
  return details.flatMap(({ field, message }) => {
    const record = records[Number(/^ids\[(\d+)\]/.exec(field)?.[1] ?? Number.NaN)];
    return record ? [{ record, message }] : [];
  });
}

import { isPlainObject } from "@colophon/model";
import type * as z from "zod";
import type { IssuePath } from "./problems.ts";
import { kindOf, quoteList, formatValue, unknownKey } from "./messages.ts";

type Shape = z.ZodObject<z.ZodRawShape>;

/** The valid options of an object, without the wrong and unknown ones: every option may be missing. */
export type ValidOptions<S extends Shape> = { readonly [K in keyof z.output<S>]?: z.output<S>[K] };

/**
 * Checks an object's own options against a strict shape, reports each mistake at its path, and returns the valid options, so that the rules
 * between options and between objects can still be checked.
 *
 * @param noun - the kind of object, for the message about an unknown option: "a text field".
 * @returns null if it is not an object.
 */
export function readShape<S extends Shape>(shape: S, input: unknown, issuePath: IssuePath, noun: string): ValidOptions<S> | null {
  if (!isPlainObject(input)) {
    issuePath.report(input === undefined ? `Add ${noun}, an object.` : `Make this ${noun}, an object, instead of ${kindOf(input)}.`);
    return null;
  }
  const result = shape.safeParse(input);
  if (result.success) return result.data;
  for (const issue of result.error.issues) reportIssue(issue, input, { shape, issuePath, noun });
  const wrong = new Set(result.error.issues.map(({ path: [key] }) => key));
  const right = Object.entries(input).filter(([key]) => Object.hasOwn(shape.shape, key) && !wrong.has(key));
  // All options without a problem in zod's result fit the shape.
  return Object.fromEntries(right) as ValidOptions<S>;
}

function reportIssue(
  issue: z.core.$ZodIssue,
  input: unknown,
  { shape, issuePath, noun }: { shape: Shape; issuePath: IssuePath; noun: string },
) {
  const here = issuePath.at(...issue.path);
  if (issue.code !== "unrecognized_keys") return here.report(sentenceOf(issue, valueAt(input, issue.path)));
  const known = issue.path.length === 0 ? Object.keys(shape.shape) : [];
  for (const key of issue.keys) here.at(key).report(unknownKey(key, known, noun));
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
};

function sentenceOf(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case "invalid_type": {
      const expected = EXPECTED[issue.expected] ?? `a ${issue.expected}`;
      return value === undefined ? `Add this: it must be ${expected}.` : `Make this ${expected} instead of ${formatValue(value)}.`;
    }
    case "invalid_value":
      return `Use ${quoteList(issue.values.map(String))}${value === undefined ? "" : ` instead of ${formatValue(value)}`}.`;
    case "too_small":
      return issue.origin === "array"
        ? `List at least ${issue.minimum} here.`
        : issue.origin === "string"
          ? "Add a value: it must not be empty."
          : `Use ${issue.minimum} or more instead of ${formatValue(value)}.`;
    case "too_big":
      return issue.origin === "array"
        ? `List at most ${issue.maximum} here.`
        : `Use ${issue.maximum} or less instead of ${formatValue(value)}.`;
    default:
      return issue.message;
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), input);
}

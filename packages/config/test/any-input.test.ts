import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { validateConfig } from "../src/index.ts";
import { withFilter } from "./support/site.ts";

/** A valid configuration with every kind of part, as JSON. */
const RIGHT = withFilter({ status: { $in: ["draft", "live"] }, "author.user": "$CURRENT_USER", words: { $between: [1, 2] } });

/** The paths of all values in a tree. */
function placesOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => placesOf(member, [...path, key]))];
}

/** The tree with another value at a path. */
function replaced(value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  const copy: unknown = Array.isArray(value) ? [...value] : { ...(value as object) };
  Reflect.set(copy as object, key, replaced(Reflect.get(copy as object, key), rest, other));
  return copy;
}

test("whatever a file exports, the result is a list of problems, never a crash", () => {
  fc.assert(
    fc.property(fc.anything(), (input) => {
      const result = validateConfig(input);

      expect(result.ok || result.problems.length > 0).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("any value at any place is accepted, or refused with a place and a sentence", () => {
  const anyPlace = fc.constantFrom(...placesOf(RIGHT));
  fc.assert(
    fc.property(
      anyPlace,
      fc.anything({ withBigInt: true, withDate: true, withSparseArray: true, withNullPrototype: true }),
      (place, other) => {
        const result = validateConfig(replaced(RIGHT, place, other));

        for (const { message } of result.ok ? [] : result.problems) expect(message).toMatch(/^[A-Z].*\.$/s);
      },
    ),
    { numRuns: 1_000 },
  );
});

test("an empty filter value is never accepted, for any field", () => {
  const empty = fc.constantFrom<unknown>(undefined, null, {}, [], Number.NaN, [undefined], { $eq: undefined }, { $in: [] }, { $eq: null });
  const path = fc.constantFrom(
    "title",
    "status",
    "topics",
    "date",
    "words",
    "featured",
    "author",
    "readers",
    "owner",
    "extra",
    "seo.headline",
    "author.name",
    "id",
  );
  fc.assert(fc.property(path, empty, (name, value) => !validateConfig(withFilter({ title: "a", [name]: value })).ok));
});

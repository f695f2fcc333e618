/** Steps of random sequences: operations and their input. */
import fc from "fast-check";

/** The number of records that each sequence can refer to. */
export const PARTS = 3;

const SELDOM = ["create", "translate", "remove", "bringBack", "bulk", "removePart", "removePart", "bringPartBack"] as const;
const OFTEN = ["unpublish", "discard", "restore"] as const;
const MOST = ["update", "save", "publish"] as const;

const text = fc.constantFrom<string | null>("a", "b", "c", "d", "e", "f", null);
const part = fc.option(fc.nat(PARTS - 1), { freq: 4 });
/** Changed together: each shape of a change is a separate statement, which takes longer to plan than to run. */
const references = fc.record({
  parts: fc.option(fc.array(fc.record({ part, more: fc.uniqueArray(fc.nat(PARTS - 1), { maxLength: 2 }) }), { maxLength: 2 })),
  box: fc.option(fc.record({ whole: part })),
  quotes: fc.option(fc.array(part, { maxLength: 2 })),
});

export const step = fc.record({
  operation: fc.constantFrom(...SELDOM, ...OFTEN, ...MOST, ...MOST, ...MOST),
  which: fc.constantFrom(0, 0, 0, 0, 1, 2),
  version: fc.nat(9),
  flag: fc.boolean(),
  locale: fc.constantFrom("en", "de", "fr"),
  /** Parts are named by their index. */
  patch: fc.record({ title: text, body: text, references }, { requiredKeys: [] }),
});

export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

export const BEGINNING = { operation: "create", which: 0, version: 0, locale: "en", patch: { title: "a" } } as const;

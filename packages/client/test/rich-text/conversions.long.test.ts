/** The properties of conversions, with more documents than a usual run has time for. */
import { test } from "@jest/globals";
import fc from "fast-check";
import { CONVERSION_PROPERTIES } from "./conversion-properties.ts";

for (const [sentence, property] of Object.entries(CONVERSION_PROPERTIES)) {
  test(sentence, () => fc.assert(property, { numRuns: 50_000 }));
}

/** What documents become in HTML and Markdown, and again from these. */
import { test } from "@jest/globals";
import fc from "fast-check";
import { CONVERSION_PROPERTIES } from "./conversion-properties.ts";

for (const [sentence, property] of Object.entries(CONVERSION_PROPERTIES)) {
  test(sentence, () => fc.assert(property, { numRuns: 150 }));
}

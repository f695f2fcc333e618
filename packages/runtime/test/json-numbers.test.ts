import { expect, test } from "@jest/globals";
import { isExact } from "../src/http/json-numbers.ts";

const KEPT = ["0", "-0", "0.0", "0e9", "0.1", "-0.30000000000000004", "9007199254740991", "9007199254740992", "9007199254740994"];
const ALSO_KEPT = [
  "1e21",
  "1E+3",
  "1.50000000000000000000",
  "1000000000000000000000",
  "1.7976931348623157e308",
  "5e-324",
  "1e23",
  "0.12345678901234567",
];

test.each([...KEPT, ...ALSO_KEPT])("%s is kept", (text) => {
  expect(isExact(text)).toBe(true);
});

test.each([
  "9007199254740993",
  "-9007199254740993",
  "12345678901234567890",
  "1e309",
  "-1e400",
  "1e-400",
  "0.123456789012345678",
  "9007199254740993.0",
])("%s is not", (text) => {
  expect(isExact(text)).toBe(false);
});

import { ColophonError } from "@colophon/client";
import { expect, test } from "@jest/globals";
import type { TFunction } from "i18next";
import { errorSummary, errorText } from "../src/api/error-text.ts";

const t = ((key: string) => key) as TFunction;
const refusal = (code: string, message: string, details: ColophonError["details"] = []) =>
  new ColophonError({ status: 400, code, message, details });
const missing = { field: "title", message: "is required" };

test("the text of invalid values begins in the language of the page; a form leaves the details to its fields", () => {
  const error = refusal("VALIDATION_ERROR", "is required", [missing]);

  expect(errorText(error, t)).toBe("error.VALIDATION_ERROR — title: is required");
  expect(errorSummary(error, t)).toBe("error.VALIDATION_ERROR");
});

test("a message that is not that of a detail is kept", () => {
  expect(errorText(refusal("VALIDATION_ERROR", "Think of a title"), t)).toBe("Think of a title");
  expect(errorText(refusal("CONFLICT", "It is taken", [missing]), t)).toBe("It is taken — title: is required");
});

test("known codes have a text of the page, and a request without an answer too", () => {
  expect(errorText(refusal("INTERNAL_ERROR", "Internal error.", [missing]), t)).toBe("error.INTERNAL_ERROR");
  expect(errorText(new TypeError("Failed to fetch"), t)).toBe("error.unreachable");
});

import { expect, test } from "@jest/globals";
import { cellTextOf } from "../../src/lists/cell-text.ts";
import type { EntityFieldDefinition } from "@colophon/config";

const words = { language: "de", t: (key: string) => key };
const textOf = (field: Pick<EntityFieldDefinition, "type"> & object, value: unknown, targetPath?: string) =>
  cellTextOf({ field: { name: "it", ...field } as EntityFieldDefinition, ...(targetPath !== undefined && { targetPath }) }, value, words);

test("values have the format of the language", () => {
  expect(textOf({ type: "number" }, 1_234.5)).toBe("1.234,5");
  expect(textOf({ type: "date" }, "2026-03-01")).toBe("01.03.2026");
  expect(textOf({ type: "datetime" }, "2026-03-01T12:00:00.000Z")).toMatch(/^01\.03\.2026, \d\d:00$/);
  expect(textOf({ type: "boolean" }, false)).toBe("common.no");
});

test("lists, related records and invalid dates are shown as text, and null as an empty text", () => {
  expect(textOf({ type: "relation" }, [{ name: "Ines" }, { name: "Bo" }], "name")).toBe("Ines, Bo");
  expect(textOf({ type: "date" }, "12026-03-01")).toBe("12026-03-01");
  expect(textOf({ type: "date" }, null)).toBe("");
});

/** Operands of filters: what the description asks for, and what callers send instead. */

/** A value for each kind of operand in the description, by its schema there; `id` stands for a stored id. */
const VALID: Readonly<Record<string, string>> = {
  Text: "abc",
  Choice: "a",
  Choices: "a",
  Integer: "2",
  Number: "1.5",
  Boolean: "true",
  Date: "2024-02-29",
  Datetime: "2024-02-29T12:00:00Z",
};

interface Described {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
}

/** A value that the schema of a filter describes. */
export function validOperand(schema: Described, operator: string, id: string): string {
  const [, kind = "", shape = ""] = /Filter(.+?)(List|Range)?$/.exec(schema.$ref ?? "") ?? [];
  if (kind === "Part") return "Bc";
  const isId = kind === "Id" || kind === "Links" || schema.format === "uuid";
  const option = schema.enum?.[0] ?? /^\^\(\?:([^|)]+)/.exec(schema.pattern ?? "")?.[1];
  const one = option ?? (isId ? id : schema.type === "boolean" ? "true" : (VALID[kind] ?? "a"));
  return shape !== "" || operator === "$between" ? `${one},${one}` : one;
}

/** Values at the ends of types, of other types, and with characters that mean something elsewhere. Some are not even text. */
export const EDGES: readonly string[] = [
  ["", " ", ",", "a,", ",,,", "null", "NULL", "undefined", "true", "false", "t", "yes"],
  ["0", "-0", "00", "1.", ".5", "1e308", "1e309", "1e-400", "-1e-308", "NaN", "Infinity", "-Infinity", "0x10", "1_000", "+1", "1,2,3"],
  ["9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "9".repeat(400)],
  ["0001-01-01", "9999-12-31", "0000-01-01", "-0001-01-01", "10000-01-01", "2023-02-29", "infinity", "now", "epoch", "2024-02-29 BC"],
  ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59-14:00", "2024-02-29T23:59:60Z", "2024-02-29T24:00Z"],
  ["00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", "{00000000-0000-0000-0000-000000000000}"],
  [
    "%",
    "_",
    "\\",
    "a\\",
    "\\\\%",
    "'",
    "''; select 1; --",
    '"',
    "$1",
    "$CURRENT_USER",
    "$NOW",
    "{}",
    "{a,b}",
    "[1]",
    '{"a":1}',
    "@.a",
    "$.a ? (@ > 1)",
  ],
  [
    "\n",
    "\t\r\n",
    "\u0001",
    "\u007f",
    "\u00a0",
    "\u200b",
    "\u202e",
    "\ufeff",
    "\uffff",
    "\u{10ffff}",
    "😀",
    "👩‍👩‍👧",
    "İ",
    "ß",
    "ﬃ",
    "a\u0301",
    "ａ",
    "한글",
    "𝒳".repeat(200),
  ],
  ["__proto__", "constructor", "a".repeat(3000), "a ".repeat(1000), "%".repeat(500), "\\".repeat(501), "1,".repeat(400), "(".repeat(300)],
]
  .flat()
  .map(encodeURIComponent);

/** Bytes that are not text, as they stand in a query. */
export const BYTES: readonly string[] = ["%00", "a%00b", "%ED%A0%80", "%FF", "%C3", "%F4%90%80%80"];

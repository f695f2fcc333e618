import { beforeAll, expect, test } from "@jest/globals";
import type { Client } from "../support/http/client.ts";
import { NOBODY, refusal, useSite } from "./site.ts";

const site = useSite();
let admin: Client;
beforeAll(() => {
  admin = site.stack.admin;
});

const EQUAL = ["$eq", "$ne", "$in", "$notIn"];
const ORDERED = ["$gt", "$gte", "$lt", "$lte", "$between"];
const TEXT = ["$contains", "$startsWith", "$endsWith"];
const LISTS = ["$has", "$hasAny", "$hasAll"];
const EVERY = [...EQUAL, ...ORDERED, ...TEXT, ...LISTS, "$null"];

/** A field of every type, a value for it, and its operators besides $null. */
const TYPES: readonly (readonly [field: string, value: string, takes: readonly string[]])[] = [
  ["text", "abc", [...EQUAL, ...ORDERED, ...TEXT]],
  ["richtext", "abc", [...EQUAL, ...ORDERED, ...TEXT]],
  ["slug", "abc", [...EQUAL, ...ORDERED, ...TEXT]],
  ["number", "1.5", [...EQUAL, ...ORDERED]],
  ["integer", "2", [...EQUAL, ...ORDERED]],
  ["boolean", "true", EQUAL],
  ["date", "2024-01-01", [...EQUAL, ...ORDERED]],
  ["datetime", "2024-01-01T00:00:00.000Z", [...EQUAL, ...ORDERED]],
  ["select", "red", [...EQUAL, ...ORDERED, ...TEXT]],
  ["selects", "a", LISTS],
  ["email", "a@example.com", [...EQUAL, ...ORDERED, ...TEXT]],
  ["url", "https://example.com/", [...EQUAL, ...ORDERED, ...TEXT]],
  ["color", "%23112233", [...EQUAL, ...ORDERED, ...TEXT]],
  ["json", "x", []],
  ["object", "x", []],
  ["array", "1", [...EQUAL, ...ORDERED]], // those of its numbers
  ["blocks", "x", []],
  ["relation", NOBODY, EQUAL],
  ["relations", NOBODY, LISTS],
  ["id", NOBODY, EQUAL],
  ["createdAt", "2024-01-01T00:00:00.000Z", [...EQUAL, ...ORDERED]],
  ["updatedAt", "2024-01-01T00:00:00.000Z", [...EQUAL, ...ORDERED]],
  ["publishedAt", "2024-01-01T00:00:00.000Z", [...EQUAL, ...ORDERED]],
];

test.each(TYPES)("field %s accepts exactly its operators, and refuses the others by name", async (field, value, takes) => {
  for (const operator of EVERY) {
    const sent = operator === "$null" ? "true" : operator === "$between" ? `${value},${value}` : value;
    const parameter = `filter[${field}][${operator}]`;

    const answer = await admin.get(`/api/sample?${parameter}=${sent}`);

    if (operator === "$null" || takes.includes(operator)) expect([parameter, answer.status]).toEqual([parameter, 200]);
    else expect([parameter, refusal(answer)]).toEqual([parameter, { status: 400, code: "VALIDATION_ERROR", fields: [parameter] }]);
  }
});

/** Filters by what a reader may see, and those of permissions. */
import { describe, expect, test } from "@jest/globals";
import type { Principal } from "../src/index.ts";
import { boundFor } from "./support/bound.ts";
import { admin, as, ID, listOf, OTHER, WRONG } from "./support/notes.ts";
import { refusalOf } from "./support/reads.ts";

const problemsOf = (search: string, options: Parameters<typeof listOf>[1] = {}) =>
  refusalOf(() => listOf(search, options)).details?.map(({ message }) => message);

describe("what a reader may not see", () => {
  const reader = as("reader");

  test.each([
    [`place.unseen]=${ID}`, admin],
    [`place.unseen.active]=true`, admin],
    [`place.lock]=${ID}`, reader],
    [`place.lock.title]=a`, reader],
    [`place.photo]=${ID}`, reader],
    [`place.photo.filename]=a`, reader],
    [`place.clip]=${ID}`, reader],
  ])("filter[%s is answered like an unknown field", (test, principal) => {
    const [path] = test.split("]");

    expect(problemsOf(`filter[${test}`, { principal })).toEqual([`there is no field ${path}`]);
  });

  test("what it may see is found by the same names", () => {
    for (const test of ["place.city]=Oslo", `place.sheet]=${ID}`, `place.who]=${ID}`])
      expect(() => listOf(`filter[${test}`, { principal: reader })).not.toThrow();
  });

  test("a reference inside an object is followed only to records that the reader may read", () => {
    expect(boundFor(reader, listOf("filter[place.who.boss][$null]=true", { principal: reader })).text).toMatch(
      /"t1"\."active" = \$\d+::boolean/,
    );
  });
});

describe("_status and _deletedAt", () => {
  test("are fields of the records that are listed with drafts, or from the trash, and of no others", () => {
    expect(() => listOf("filter[_status]=draft&draft=true")).not.toThrow();
    expect(() => listOf("filter[_deletedAt][$null]=false&trashed=true")).not.toThrow();
    expect(problemsOf("filter[author._status]=draft&draft=true")).toEqual(["there is no field author._status"]);
    expect(problemsOf("filter[author.notes._status]=draft&draft=true")).toEqual(["there is no field author.notes._status"]);
    expect(problemsOf("filter[_status]=draft", { entity: "person" })).toEqual(["there is no field _status"]);
    expect(problemsOf("filter[_deletedAt][$null]=false", { entity: "person" })).toEqual(["there is no field _deletedAt"]);
  });

  test("drafts are filtered by all other fields, too", () => {
    expect(() => listOf("filter[title]=a&draft=true")).not.toThrow();
    expect(() => listOf("filter[title]=a&trashed=true")).not.toThrow();
  });
});

describe("filters of permissions", () => {
  const valuesOf = (principal: Principal) => boundFor(principal, listOf("", { principal })).values;

  test("$CURRENT_USER is the caller as an owner: the user, or the API key", () => {
    expect(valuesOf(as("own"))).toContain(ID);
    expect(valuesOf({ kind: "key", role: "own", keyId: OTHER })).toEqual(expect.arrayContaining([OTHER, ID]));
    expect(valuesOf({ kind: "key", role: "own", keyId: OTHER }).filter((value) => value === ID)).toHaveLength(1);
  });

  test("an owner that the configuration names is no owner that a caller names", () => {
    expect(valuesOf(as("named"))).toEqual(expect.arrayContaining([OTHER, "%named%"]));
    expect(listOf("", { principal: as("named") }).named).toEqual([]);
    expect(listOf(`filter[_createdBy][$in]=${OTHER},${ID}`, { principal: as("named") }).named).toEqual([
      { id: OTHER, at: "filter[_createdBy][$in]" },
      { id: ID, at: "filter[_createdBy][$in]" },
    ]);
    expect(listOf(`filter[author]=${OTHER}&filter[_createdBy][$null]=true`).named).toEqual([]);
  });

  test("may name what its role can't read, and records that the role's filter hides", () => {
    const { text } = boundFor(as("unrelated"), listOf("", { principal: as("unrelated") }));

    expect(text).toContain("j.path = 'place.lock'");
    expect(text).not.toContain('"active"');
  });

  test.each(WRONG.map(([, problem], at) => [problem, as(`wrong${at}`)] as const))(
    "one that is wrong stops the read: %s",
    (problem, principal) => {
      expect(() => listOf("", { principal })).toThrow(`a permission filter on note is wrong at ${problem}`);
    },
  );
});

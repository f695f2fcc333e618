import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { idOf, pathOf } from "./support/content.ts";
import { openSite, type TestSite } from "./support/run.ts";

const OLD = new Date("2026-01-01T00:00:00Z");
const keyOf = (id: string): string => `originals/${id.slice(-2)}/${id}`;
const transform = (at: number): string => at.toString(16).padStart(24, "0");

let site: TestSite;
beforeEach(async () => {
  site = await openSite();
});
afterEach(() => site.close());

function store(key: string, bytes: string, at = OLD): void {
  mkdirSync(dirname(pathOf(site, key)), { recursive: true });
  writeFileSync(pathOf(site, key), bytes);
  utimesSync(pathOf(site, key), at, at);
}

/** Records of files of ten bytes, with their files. @returns their keys in the storage, in order */
async function addFiles(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, at) => idOf("file", at));
  await site.sql(
    `insert into cms.files (id, published_at, filename, "mimeType", size, url, hash, storage_key)
     select id, now(), 'file-' || n || '.txt', 'text/plain', 10, '/x', 'hash ' || n, 'originals/' || right(id::text, 2) || '/' || id
     from unnest($1::uuid[]) with ordinality as given (id, n)`,
    [ids],
  );
  for (const id of ids) store(keyOf(id), "0123456789");
  return ids.map(keyOf).toSorted();
}

async function addDerivative(imageId: string, at: number, state = "ready"): Promise<string> {
  await site.sql(
    "insert into cms.derivatives (key, asset_kind, asset_id, params, mime, size, state) values ($1, '_image', $2, '{}', 'image/webp', 3, $3)",
    [`${imageId}-${transform(at)}`, imageId, state],
  );
  return `derivatives/${imageId}/${transform(at)}`;
}

async function addImage(): Promise<string> {
  const id = idOf("image", 7);
  await site.sql(
    `insert into cms.images (id, published_at, filename, "mimeType", size, url, hash, storage_key) values ($1, now(), 'a.png', 'image/png', 10, '/x', 'h', $2)`,
    [id, keyOf(id)],
  );
  store(keyOf(id), "0123456789");
  return id;
}

test("a site whose rows and files agree has status 0", async () => {
  await addFiles(20);
  const derivative = await addDerivative(await addImage(), 1);
  store(derivative, "abc");

  const { status, stdout, stderr } = await site.cms(["media", "check"]);

  expect([status, stdout]).toEqual([0, ""]);
  expect(stderr).toContain("Compared 22 files with the storage: 0 missing, 0 damaged, 0 unused.");
});

describe("a check of a site with lost and unused files", () => {
  let kept: string[];
  let derivatives: string[];
  const [unusedId, freshId] = [idOf("gone", 1), idOf("gone", 2)];
  beforeEach(async () => {
    kept = await addFiles(4);
    const image = await addImage();
    derivatives = [await addDerivative(image, 1), await addDerivative(image, 2), await addDerivative(image, 3, "failed")];
    rmSync(pathOf(site, kept[0]!));
    store(kept[1]!, "01234");
    store(derivatives[1]!, "ab");
    store(`derivatives/${image}/${transform(4)}`, "abc");
    store(keyOf(unusedId), "0123456789");
    store(keyOf(freshId), "0123456789", new Date()); // it may belong to an upload that is not finished
    store("originals/zz/not-a-file-of-ours", "x");
  });

  test("names each, changes nothing, and has status 2", async () => {
    const { status, stdout, stderr } = await site.cms(["media", "check"]);
    const again = await site.cms(["media", "check"]);

    expect(status).toBe(2);
    expect(stdout.trim().split("\n").toSorted()).toEqual(
      [
        `damaged ${kept[1]} _file ${nameOf(kept[1]!)}`,
        `damaged ${derivatives[1]} image/webp`,
        `missing ${kept[0]} _file ${nameOf(kept[0]!)}`,
        `missing ${derivatives[0]} image/webp`,
        `unused derivatives/${idOf("image", 7)}/${transform(4)}`,
        `unused ${keyOf(unusedId)}`,
      ].toSorted(),
    );
    expect(stderr).toContain("2 missing, 2 damaged, 2 unused");
    expect(again.stdout).toBe(stdout);
  });

  test("with --repair removes what is unused or can be made again, and reports lost originals", async () => {
    const { status, stdout } = await site.cms(["media", "check", "--repair"]);
    const after = await site.cms(["media", "check"]);

    expect(status).toBe(2);
    expect(stdout.split("\n").filter((line) => line.endsWith("(repaired)"))).toHaveLength(4);
    expect(
      after.stdout
        .trim()
        .split("\n")
        .map((line) => line.split(" ")[1])
        .toSorted(),
    ).toEqual([kept[0], kept[1]].toSorted());
    expect(await site.sql("select state from cms.derivatives")).toEqual([{ state: "failed" }]);
    expect([keyOf(freshId), "originals/zz/not-a-file-of-ours", keyOf(unusedId)].map((key) => existsSync(pathOf(site, key)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("continues after a file", async () => {
    const all = (await site.cms(["media", "check"])).stdout.trim().split("\n");
    const keyIn = (line: string): string => line.split(" ")[1] ?? "";

    const rests = await Promise.all(all.map(async (line) => (await site.cms(["media", "check", "--after", keyIn(line)])).stdout.trim()));

    expect(rests).toEqual(all.map((_, at) => all.slice(at + 1).join("\n")));
  });
});

test("a repair with the storage of another site changes nothing", async () => {
  const keys = await addFiles(3);
  for (const key of keys) rmSync(pathOf(site, key));
  const foreign = keyOf(idOf("foreign", 1));
  store(foreign, "0123456789");

  const { status, stderr } = await site.cms(["media", "check", "--repair"]);

  expect([status, stderr]).toEqual([1, expect.stringContaining("None of the newest files of this database is in the folder")]);
  expect(existsSync(pathOf(site, foreign))).toBe(true);
});

function nameOf(key: string): string {
  const at = [0, 1, 2, 3].findIndex((n) => keyOf(idOf("file", n)) === key);
  return `file-${at + 1}.txt`;
}

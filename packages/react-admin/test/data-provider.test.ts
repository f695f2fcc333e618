import { expect, test } from "@jest/globals";
import { createDataProvider, RefusedError } from "../src/index.ts";

type Answer = (path: string) => object;

/** A provider whose requests are recorded and answered here. */
function recorded(answer: Answer, status = 200) {
  const calls: { path: string; init: RequestInit }[] = [];
  const fetch = (async (input: string, init: RequestInit) => {
    const path = decodeURIComponent(input.replace("https://cms.example.com", ""));
    calls.push({ path, init });
    return Response.json(answer(path), { status });
  }) as typeof globalThis.fetch;
  return { calls, provider: createDataProvider({ url: "https://cms.example.com/", fetch }) };
}
const one = () => ({ data: { id: "1" } });
const page = () => ({ data: [], meta: { total: 0 } });
const bodyOf = (init: RequestInit | undefined) => JSON.parse(String(init?.body));

test.each([
  [{ q: " needle " }, "q=+needle+"],
  [{ q: "" }, ""],
  [{ title: "a,b" }, "filter[title]=a,b"],
  [{ author: { name: "Ines" } }, "filter[author.name]=Ines"],
  [{ "author.name": { $contains: "in" } }, "filter[author.name][$contains]=in"],
  [{ section: ["news", "culture"] }, "filter[section][$in]=news&filter[section][$in]=culture"],
  [{ title: ["a,b"] }, "filter[title][$in]=a,b&filter[title][$in]=a,b"],
  [{ author: null, rank: undefined }, "filter[author][$null]=true"],
  [{ createdAt: { $gte: new Date(0) } }, "filter[createdAt][$gte]=1970-01-01T00:00:00.000Z"],
])("the filter %j is sent as the API has it", async (filter, expected) => {
  const { calls, provider } = recorded(page);

  await provider.getList("article", { filter });

  expect(calls[0]?.path).toBe(`/api/article?${expected}`);
});

test("the target of a relation with many has an operator, and meta adds parameters", async () => {
  const { calls, provider } = recorded(page);

  await provider.getManyReference("article", { target: "tags.$has", id: "t", meta: { draft: true, resolve: { tags: ["label"] } } });

  expect(calls[0]?.path).toBe("/api/article?filter[tags][$has]=t&draft=true&resolve[tags]=label");
});

test("each hundred records are one request", async () => {
  const { calls, provider } = recorded(page);

  await provider.getMany("article", { ids: Array.from({ length: 101 }, (_, n) => n) });
  await provider.getMany("article", { ids: [] });

  expect(calls.map(({ path }) => path.split("filter[id]").length - 1)).toEqual([100, 2]); // a single id is sent twice
});

test("an update sends changed fields, with the ids of new assets instead of chosen files", async () => {
  const { calls, provider } = recorded((path) => ({ data: { id: path.startsWith("/api/assets") ? "asset" : "1" } }));
  const previousData = { id: "1", title: "T", secret: "s", tags: ["a"], cover: null };
  const cover = { rawFile: new File(["x"], "dog.png"), src: "blob:", title: "dog.png" };

  await provider.update("article", {
    id: "1",
    data: { ...previousData, title: "New", cover, gallery: ["kept", cover] },
    previousData,
    meta: { draft: true },
  });

  expect(calls.map(({ path, init }) => `${init.method} ${path}`)).toEqual([
    "POST /api/assets/upload",
    "POST /api/assets/upload",
    "PUT /api/article/1?draft=true",
  ]);
  const form = calls[0]?.init.body as FormData;
  expect((form.get("file") as File).name).toBe("dog.png");
  expect(bodyOf(calls[2]?.init)).toEqual({ title: "New", cover: "asset", gallery: ["kept", "asset"] });
});

test("an asset is created by its upload form", async () => {
  const { calls, provider } = recorded(one);

  await provider.create("_image", { data: { alt: "A dog", file: { rawFile: new File(["x"], "dog.png") } } });

  const form = calls[0]?.init.body as FormData;
  expect([calls[0]?.path, form.get("alt"), (form.get("file") as File).name]).toEqual(["/api/assets/upload", "A dog", "dog.png"]);
});

test("many records are one request; no records are no request", async () => {
  const { calls, provider } = recorded(() => ({ data: { ids: ["1", "2"] } }));

  const answers = [
    await provider.updateMany("article", { ids: ["1", "2"], data: { title: "T" }, meta: { draft: true } }),
    await provider.deleteMany("article", { ids: ["1", "2"] }),
    await provider.bulk("article", "publish", { ids: ["1"] }),
    await provider.deleteMany("article", { ids: [] }),
  ];

  expect(answers.map(({ data }) => data)).toEqual([["1", "2"], ["1", "2"], ["1"], []]);
  expect(calls.map(({ path, init }) => [path, bodyOf(init)])).toEqual([
    ["/api/article/bulk?draft=true", { action: "update", ids: ["1", "2"], data: { title: "T" } }],
    ["/api/article/bulk", { action: "delete", ids: ["1", "2"] }],
    ["/api/article/bulk", { action: "publish", ids: ["1"] }],
  ]);
});

test("a global that was never saved is an empty record", async () => {
  const { calls, provider } = recorded(() => ({ data: null }));

  expect(await provider.getOne("settings", { id: "settings" })).toEqual({ data: { id: "settings" } });
  expect(calls[0]?.path).toBe("/api/settings?");
});

test("an error has the status, and the fields in the format of react-admin's forms", async () => {
  const details = [{ field: "seo.headline", message: "is required" }];
  const { provider } = recorded(() => ({ error: { code: "VALIDATION_ERROR", message: "No", details } }), 400);

  const refused = await provider.create("article", { data: {} }).catch((error: unknown) => error);

  expect(refused).toBeInstanceOf(RefusedError);
  expect(refused).toMatchObject({
    status: 400,
    message: "No",
    body: { code: "VALIDATION_ERROR", errors: { "seo.headline": "is required" } },
  });
});

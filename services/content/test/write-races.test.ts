import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { magazine } from "./support/magazine.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

let service: TestService;
let admin: Client;

beforeAll(async () => {
  service = await startService(magazine);
  admin = service.as("admin");
});
afterAll(() => service?.stop());

const make = async (entity: string, body: object) => (await admin.post(`/api/${entity}`, body)).json.data;
const times = <T>(length: number, work: (n: number) => Promise<T>) => Promise.all(Array.from({ length }, (_, n) => work(n)));

test("concurrent updates of different fields are all kept, each with its own version", async () => {
  const { id } = await make("article", { title: "x" });

  const answers = await times(40, (n) => admin.put(`/api/article/${id}`, n % 2 === 0 ? { rank: 1 } : { notes: "kept" }));
  const read = await admin.get(`/api/article/${id}`);

  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(read.json.data).toMatchObject({ rank: 1, notes: "kept", title: "x" });
  expect(read.headers.get("etag")).toMatch(/^"41\./);
});

test("of many writers with the same version, If-Match accepts one", async () => {
  const { id } = await make("article", { title: "x" });
  const etag = (await admin.get(`/api/article/${id}`)).headers.get("etag") ?? "";

  const answers = await times(30, (n) => admin.put(`/api/article/${id}`, { rank: n }, { "if-match": etag }));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(29);
});

test("of many creates with one unique value one succeeds, the others are 409", async () => {
  const answers = await times(40, () => admin.post("/api/tag", { label: "unique" }));

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 39 }, () => 409)]);
});

test("totals are exact during many writes: never less than before the request, nor more than after the answer", async () => {
  let begun = 0;
  let done = 0;
  const total = async () => (await admin.get("/api/author?limit=0")).json.meta.total;
  const start = await total();
  const wrong: string[] = [];

  const writing = times(60, async (n) => {
    begun++;
    await make("author", { name: `Racer ${n}` });
    done++;
  });
  const asking = times(60, async () => {
    const least = start + done;
    const said = await total();
    const most = start + begun;
    if (said < least || said > most) wrong.push(`${said} not in ${least}…${most}`);
  });
  await Promise.all([writing, asking]);

  expect(wrong).toEqual([]);
  expect(await total()).toBe(start + 60);
});

test("a record is deleted with its junction rows, and two simultaneous deletions are one 200 and one 404", async () => {
  const tag = await make("tag", { label: "linked" });
  const { id } = await make("article", { title: "x", tags: [tag.id] });

  const answers = await times(2, () => admin.delete(`/api/article/${id}`));
  const links = await service.database.run({ text: "select 1 from content.article__tags where source_id = $1" }, [id]);

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(links).toEqual([]);
});

test.each([
  ["null", "null"],
  ["an array", "[1]"],
  ["a string", '"x"'],
  ["nothing", ""],
  ["half a JSON", '{"title":'],
  ["a NUL", '{"title":"a\\u0000b"}'],
  ["a lone surrogate", '{"title":"\\ud800"}'],
  ["too deep", `{"title":${"[".repeat(100)}${"]".repeat(100)}}`],
  ["a number out of range", '{"title":"x","rank":1e309}'],
  ["__proto__", '{"title":"x","__proto__":{"rank":1},"constructor":1}'],
])("a body that is %s is 400", async (_, body) => {
  const answer = await admin.send("POST", "/api/article", {
    body: body === "" ? new Uint8Array() : body,
    headers: { "content-type": "application/json" },
  });

  expect([answer.status, answer.json.error.code]).toEqual([400, "VALIDATION_ERROR"]);
});

test("invalid UTF-8 is 400", async () => {
  const answer = await admin.send("POST", "/api/article", { body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) });

  expect(answer.status).toBe(400);
});

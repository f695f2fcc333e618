import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startService, type Client, type TestService } from "./support/service.ts";
import { usagesSite } from "./support/usages-site.ts";

let service: TestService;
let admin: Client;
beforeAll(async () => {
  service = await startService(usagesSite);
  admin = service.as("admin");
});
afterAll(() => service?.stop());

async function made(entity: string, body: object, query = ""): Promise<string> {
  const reply = await admin.post(`/api/${entity}${query}`, body);
  expect([reply.status, reply.json.error]).toEqual([201, undefined]);
  return reply.json.data.id;
}
const plantNamed = (name: string) => made("plant", { name, state: "open" });

interface Shown {
  readonly entity: string;
  readonly field: string;
  readonly title: string | null;
}
/** The references to the record that a role sees. The counts and pages must agree. */
async function shownTo(role: string, id: string): Promise<string[]> {
  const client = service.as(role);
  const { data, meta } = (await client.get(`/api/plant/${id}/usages`)).json;
  expect(meta.total).toBe(data.length);
  const paged: Shown[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: { data: Shown[]; meta: { nextCursor: string | null; total: number } } = (
      await client.get(`/api/plant/${id}/usages?limit=1&cursor=${cursor}`)
    ).json;
    expect(page.meta.total).toBe(data.length);
    paged.push(...page.data);
    cursor = page.meta.nextCursor;
  }
  expect(paged).toEqual(data);
  expect((await client.get(`/api/plant/${id}/usages?limit=0`)).json.meta.total).toBe(data.length);
  return data.map(({ entity, field, title }: Shown) => `${entity} ${field} ${title}`);
}

test("usages contain only entities that the caller may read", async () => {
  const plant = await plantNamed("Seen");
  await made("recipe", { title: "Soup", state: "open", main: plant });
  await made("link", { name: "Link", plant });
  await made("untitled", { plant });
  await admin.put("/api/front", { headline: "Front", plant });

  expect(await shownTo("admin", plant)).toEqual(["front plant Front", "link plant Link", "recipe main Soup", "untitled plant null"]);
  expect(await shownTo("reader", plant)).toEqual(["recipe main Soup"]);
  expect(await shownTo("narrow", plant)).toEqual(["link plant Link", "recipe main Soup"]);
});

test("usages contain and count only rows inside the caller's row filter", async () => {
  const plant = await plantNamed("Rows");
  for (const state of ["open", "closed"]) await made("recipe", { title: state, state, main: plant, sides: [plant], parts: [{ plant }] });

  expect(await shownTo("narrow", plant)).toEqual(["recipe main open", "recipe parts.plant open", "recipe sides open"]);
  expect(await shownTo("admin", plant)).toHaveLength(6);
});

test("a draft counts only if the live row and the row with the draft are inside the row filter", async () => {
  const plant = await plantNamed("Drafts");
  const [closing, opening, open] = [
    await made("recipe", { title: "Closing", state: "open" }),
    await made("recipe", { title: "Opening", state: "closed" }),
    await made("recipe", { title: "Open", state: "open" }),
  ];
  await admin.put(`/api/recipe/${closing}?draft=true`, { state: "closed", main: plant, list: [plant] });
  await admin.put(`/api/recipe/${opening}?draft=true`, { state: "open", main: plant, list: [plant] });
  await admin.put(`/api/recipe/${open}?draft=true`, { main: plant, list: [plant] });
  await made("recipe", { title: "Closed draft", state: "closed", main: plant, list: [plant] }, "?draft=true");

  expect(await shownTo("narrow", plant)).toEqual(["recipe list Open", "recipe main Open"]);
  expect(await shownTo("reader", plant)).toEqual([]);
  expect(await shownTo("admin", plant)).toHaveLength(8);
});

test("the live title is shown if the draft can't be read", async () => {
  const plant = await plantNamed("Titles");
  const recipe = await made("recipe", { title: "Live title", state: "open", main: plant });
  await admin.put(`/api/recipe/${recipe}?draft=true`, { title: "Secret title", state: "closed", sides: [plant] });

  for (const role of ["narrow", "reader"]) expect(await shownTo(role, plant)).toEqual(["recipe main Live title"]);
  expect(await shownTo("drafter", plant)).toEqual(["recipe main Live title", "recipe sides Secret title"]);
});

test("usages contain only fields that the caller may read, and no hidden ones", async () => {
  const plant = await plantNamed("Fields");
  const recipe = await made("recipe", { title: "Cut", main: plant, sides: [plant], note: { plant }, body: [{ _type: "hint", plant }] });
  const secret = await plantNamed("Secret");
  const note = JSON.stringify({ plant, secret });
  await service.database.run({ text: "update content.recipe set hidden = $2, note = $3::jsonb where id = $1" }, [recipe, secret, note]);

  expect(await shownTo("cut", plant)).toEqual(["recipe note.plant null", "recipe sides null"]);
  expect(await shownTo("admin", secret)).toEqual([]);
});

test("the title is null if the caller may not read it, also through a relation", async () => {
  const plant = await plantNamed("Reviewed");
  const [open, closed] = [
    await made("recipe", { title: "Open soup", state: "open" }),
    await made("recipe", { title: "Closed soup", state: "closed" }),
  ];
  await made("review", { of: closed, plant });
  await made("review", { of: open, plant });

  expect(await shownTo("admin", plant)).toEqual(["review plant Open soup", "review plant Closed soup"]);
  expect(await shownTo("narrow", plant)).toEqual(["review plant Open soup", "review plant null"]);
  expect(await shownTo("cut", plant)).toEqual(["review plant null", "review plant null"]);
});

test("a record that the caller can't read is answered like a missing one", async () => {
  const closed = await made("plant", { name: "Closed", state: "closed" });
  await made("recipe", { title: "Refers", state: "open", main: closed });
  const nowhere = "01a1fd95-0000-7000-8000-000000000000";
  const narrow = service.as("narrow");

  for (const query of ["", "?limit=0", "?cursor="]) {
    const [hidden, none] = [
      await narrow.get(`/api/plant/${closed}/usages${query}`),
      await narrow.get(`/api/plant/${nowhere}/usages${query}`),
    ];
    expect([hidden.status, hidden.text]).toEqual([404, none.text]);
  }
});

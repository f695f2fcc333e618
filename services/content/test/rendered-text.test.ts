/** Rich text in another form: `render[body]=html`. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startService, type Client, type TestService } from "./support/service.ts";

let service: TestService;
let admin: Client;
let reader: Client;
const body = [{ _type: "paragraph", content: [{ type: "text", text: "a <b>", marks: [{ type: "bold" }] }] }];
beforeAll(async () => {
  service = await startService({
    entities: [
      {
        name: "article",
        fields: [
          { name: "title", type: "text" },
          { name: "body", type: "richtext", format: "document" },
          { name: "notes", type: "richtext" },
          { name: "any", type: "richtext", format: "blocks" },
        ],
      },
      { name: "home", global: true, fields: [{ name: "welcome", type: "richtext" }] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "reader", permissions: { article: { read: { fields: { exclude: ["notes"] } } } } },
    ],
  });
  [admin, reader] = [service.as("admin"), service.as("reader")];
});
afterAll(() => service?.stop());

test("single records and globals show documents and Markdown as HTML, Markdown or text", async () => {
  const { id } = (await admin.post("/api/article", { title: "a", body, notes: "# A\n\n<i>x</i>" })).json.data;
  await admin.put("/api/home", { welcome: "*hi*" });
  const shown = async (query: string) => {
    const { status, json } = await admin.get(`/api/article/${id}?fields=body,notes&${query}`);
    return status === 200 ? [json.data.body, json.data.notes] : status;
  };

  expect(await shown("render[body]=html&render[notes]=html")).toEqual([
    "<p><strong>a &lt;b&gt;</strong></p>",
    "<h1>A</h1><p>&lt;i&gt;x&lt;/i&gt;</p>",
  ]);
  expect(await shown("render[body]=text&render[notes]=text")).toEqual(["a <b>", "A\n<i>x</i>"]);
  expect(await shown("render%5Bbody%5D=markdown&render[notes]=markdown")).toEqual(["**a \\<b>**\n", "# A\n\n<i>x</i>"]);
  expect(await shown("")).toEqual([body, "# A\n\n<i>x</i>"]);
  expect((await admin.get("/api/home?render[welcome]=html")).json.data.welcome).toBe("<p><em>hi</em></p>");
});

test("an answer in another form has another ETag", async () => {
  const { id } = (await admin.post("/api/article", { title: "a", body })).json.data;
  const etag = async (query: string) => (await admin.get(`/api/article/${id}${query}`)).headers.get("etag");

  expect(await etag("?render[body]=html")).not.toBe(await etag(""));
});

test("lists, other fields, unknown forms and repeated ones are refused; a field that a role can't see is an unknown one", async () => {
  const { id } = (await admin.post("/api/article", { title: "a", notes: "x" })).json.data;
  const refused = async (path: string, client = admin) => {
    const { status, json } = await client.get(path);
    return [status, json.error?.details?.[0]?.message];
  };

  expect((await refused("/api/article?render[body]=html"))[0]).toBe(400);
  expect(await refused(`/api/article/${id}?render[title]=html`)).toEqual([400, "title is not rich text that can be rendered"]);
  expect(await refused(`/api/article/${id}?render[any]=html`)).toEqual([400, "any is not rich text that can be rendered"]);
  expect(await refused(`/api/article/${id}?render[body]=pdf`)).toEqual([400, "must be one of html, markdown, text"]);
  expect(await refused(`/api/article/${id}?render[body]=html&render[body]=text`)).toEqual([400, "may be given only once"]);
  expect(await refused(`/api/article/${id}?render[notes]=html`, reader)).toEqual([400, "there is no field notes"]);
  expect(await refused(`/api/article/${id}?render[nothing]=html`, reader)).toEqual([400, "there is no field nothing"]);
});

/** What rich text may refer to: images of the accepted types, and records whose deletion is restricted or leads to the text's own. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@colophon/database";
import { startService, type Client, type TestService } from "./support/service.ts";

const person = (name: string, onDelete: "restrict" | "cascade") => ({
  name,
  fields: [{ name: "of", type: "relation", to: "person", onDelete }] as const,
});

let service: TestService;
let admin: Client;
let png: string;
let jpeg: string;
beforeAll(async () => {
  service = await startService({
    entities: [
      { name: "person", fields: [{ name: "name", type: "text" }] },
      {
        name: "article",
        fields: [
          {
            name: "body",
            type: "richtext",
            format: "document",
            accept: ["image/png"],
            blocks: [person("source", "restrict"), person("subject", "cascade")],
          },
          { name: "notes", type: "richtext", embeds: [], accept: ["image/png"] },
        ],
      },
    ],
    roles: [{ name: "admin", isAdmin: true }],
  });
  admin = service.as("admin");
  [png, jpeg] = [await makeImage("image/png"), await makeImage("image/jpeg")];
});
afterAll(() => service?.stop());

async function makeImage(mime: string): Promise<string> {
  const id = newId();
  const text = `insert into cms.images (id, published_at, filename, "mimeType", size, url, hash, storage_key)
    values ($1::uuid, now(), $1::text, $2, 1, '/api/assets/' || $1::text, $1::text, 'k')`;
  await service.database.run({ text }, [id, mime]);
  return id;
}

const image = (id: string | null) => ({ _type: "image", attrs: { image: id, alt: "A quay" } });
const make = async (content: object): Promise<string> => (await admin.post("/api/article", content)).json.data.id;
const idsOf = async (path: string): Promise<readonly string[]> => (await admin.get(path)).json.data.map(({ id }: { id: string }) => id);

test("an image in a text is followed like that of a field: in filters and usages, and null after its deletion", async () => {
  const used = await makeImage("image/png");
  const inList = { _type: "bulletList", content: [{ type: "listItem", content: [{ type: "image", attrs: { image: used } }] }] };
  const [inBody, inNotes] = [await make({ body: [image(png), inList] }), await make({ notes: `![a](asset:${used})` })];

  expect(await idsOf(`/api/article?filter[body.image]=${used}`)).toEqual([inBody]);
  expect(await idsOf(`/api/article?filter[notes.image]=${used}`)).toEqual([inNotes]);
  const usages = (await admin.get(`/api/_image/${used}/usages`)).json.data;
  expect(usages.map(({ id, field }: { id: string; field: string }) => [id, field])).toEqual(
    expect.arrayContaining([
      [inBody, "body.image"],
      [inNotes, "notes.image"],
    ]),
  );

  await service.database.run({ text: "delete from cms.images where id = $1" }, [used]);
  expect((await admin.get(`/api/article/${inBody}`)).json.data.body[1].content[0].content[0].attrs.image).toBeNull();
});

test("an image of another type is refused with its path, in documents and in Markdown", async () => {
  const answer = await admin.post("/api/article", { body: [image(png), image(jpeg)], notes: `![a](asset:${jpeg})` });

  expect(answer.status).toBe(400);
  expect(answer.json.error.details.map(({ field }: { field: string }) => field).toSorted()).toEqual(["body.1.attrs.image", "notes"]);
});

test("an embedded image is in the HTML that is made of the text", async () => {
  const id = await make({ body: [image(png)] });

  const { data } = (await admin.get(`/api/article/${id}?resolve[body.image]=url&render[body]=html`)).json;

  expect(data.body).toContain(`src="/api/assets/${png}"`);
  expect(data.body).toContain('alt="A quay"');
});

test("a record that an own block of a text restricts isn't deleted; one that it follows takes the text's record along", async () => {
  const [source, subject] = await Promise.all(
    ["Source", "Subject"].map(async (name) => (await admin.post("/api/person", { name })).json.data.id),
  );
  const restricted = await make({ body: [{ _type: "source", attrs: { of: source } }] });
  const following = await make({ body: [{ _type: "subject", attrs: { of: subject } }] });

  const refused = await admin.delete(`/api/person/${source}`);
  const deleted = await admin.delete(`/api/person/${subject}`);

  expect([refused.status, deleted.status]).toEqual([409, 200]);
  expect((await admin.get(`/api/article/${restricted}`)).json.data.body[0].attrs.of).toBe(source);
  expect((await admin.get(`/api/article/${following}`)).status).toBe(404);
});

test("a Markdown text has at most 500 references", async () => {
  const links = (count: number) => Array.from({ length: count }, () => `![a](asset:${newId()})`).join("\n");
  const messages = async (count: number): Promise<readonly string[]> =>
    (await admin.post("/api/article", { notes: links(count) })).json.error.details.map(({ message }: { message: string }) => message);

  expect(await messages(501)).toEqual(["must have at most 500 references"]);
  expect(await messages(500)).toEqual(Array(500).fill("there is no such record"));
});

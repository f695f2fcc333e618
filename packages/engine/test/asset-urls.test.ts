import { expect, test } from "@jest/globals";
import { bind, compile, compileSchema, createEngine, dependsOnTime, parseQuery, withAssetUrls } from "../src/index.ts";
import type { Principal } from "../src/index.ts";
import { configOf } from "./support/config.ts";

const NOW = new Date("2026-03-01T12:00:00.000Z");
const ID = "01900000-0000-7000-8000-000000000001";
const USER_ID = "01900000-0000-7000-8000-00000000a001";
const everything = { _image: { read: true }, _video: { read: true }, _file: { read: true } };
const plain = compileSchema(
  configOf({
    entities: [
      {
        name: "post",
        fields: [
          { name: "cover", type: "image" },
          { name: "url", type: "text" },
        ],
      },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "editor", permissions: { ...everything, post: { read: true } } },
      {
        name: "visitor",
        public: true,
        permissions: {
          _image: { read: { filter: { alt: { $ne: "secret" }, filename: { $ne: "$CURRENT_USER" }, mimeType: { $ne: "$CURRENT_ROLE" } } } },
          _file: { read: true },
        },
      },
    ],
  }),
);
const keys = { innerKey: "36", outerKey: "5c", signatureLength: 32 };
const schema = withAssetUrls(plain, { prefix: "https://cdn.example.com", periodSeconds: 3600, ...keys });
const editor: Principal = { kind: "user", role: "editor", userId: USER_ID };
const admin: Principal = { kind: "user", role: "admin", userId: USER_ID };
const visitor: Principal = { kind: "anonymous", role: "visitor" };

function urlOf(principal: Principal, entity: string, of = schema): { readonly sql: string; readonly values: readonly unknown[] } {
  const plan = createEngine(of).as(principal).one(entity, ID, parseQuery("fields=url", "record"));
  const statement = compile(plan);
  const sql = /"t0"\."id" as "id", (.*) as "url"/.exec(statement.text)?.[1] ?? "";
  return { sql, values: bind(statement, { principal, now: NOW, values: { id: ID } }) };
}

const UNTIL = "((floor(extract(epoch from $2::timestamptz) / $3::int8) + 2) * $3::int8)::int8::text";
const SIGNED =
  `$1::text || ${UNTIL} || '.' || left(encode(sha256(decode($4::text, 'hex') || ` +
  `sha256(decode($5::text, 'hex') || convert_to(${UNTIL} || '/' || "t0"."filename", 'UTF8'))), 'hex'), $6::int4) || '/' || "t0"."filename"`;

test("without a CDN the URL of a file is the stored path", () => {
  expect(urlOf(editor, "_image", plain).sql).toBe('"t0"."url"');
});

test("a field of that name in an entity of the project is no address of a file", () => {
  expect(urlOf(editor, "post").sql).toBe('"t0"."url"');
});

test("files that anybody may read have a URL that never changes, for every reader", () => {
  expect(urlOf(editor, "_file").sql).toBe('$1::text || "t0"."url"');
  expect(urlOf(editor, "_file").values).toContain("https://cdn.example.com");
  expect(urlOf(visitor, "_image").sql).toBe('$1::text || "t0"."url"');
});

test("files that only some callers may read have a signed URL", () => {
  const { sql, values } = urlOf(editor, "_video");

  expect(sql).toBe(SIGNED);
  expect(values.slice(0, 3)).toEqual(["https://cdn.example.com/api/assets/signed/", NOW.toISOString(), 3600]);
  expect(values[5]).toBe(32);
});

test("where the public role has a row filter, it decides for a caller without a user, whoever reads", () => {
  const { sql, values } = urlOf(editor, "_image");

  expect(sql).toMatch(/^case when \(.*"t0"\."alt".*\) is true then \$\d+::text \|\| "t0"\."url" else .* end$/);
  expect(values).not.toContain(USER_ID);
  expect(values).toContain("visitor");
});

test("a related file has such a URL, too, and the answer depends on the time", () => {
  const list = createEngine(schema).as(editor).list("post", "resolve[cover]=url");
  const statement = compile(list);

  expect(statement.text).toContain(`"t1"."filename", 'UTF8'`);
  expect(statement.values.some(dependsOnTime)).toBe(true);
});

test("a body may contain the URL from an answer: it stands for the stored path", async () => {
  const write = { operation: "update", partial: true, makeKey: () => "" } as const;
  const url = "https://cdn.example.com/api/assets/signed/1.a/a-1.png";
  const engine = createEngine(schema).as(admin);

  expect((await engine.parseBody("_image", { url }, write)).values).toEqual({ url: "/api/assets/a-1.png" });
  expect((await engine.parseBody("_image", { url: "https://other.example.com/a" }, write)).values).toEqual({
    url: "https://other.example.com/a",
  });
});

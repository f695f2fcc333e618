/** The SQL of conditions on references inside fields: the same for a request's filter and for a role's row filter. */
import { expect, test } from "@jest/globals";
import { compile, compileSchema, createEngine, parseQuery } from "../src/index.ts";
import type { Principal } from "../src/index.ts";
import { configOf } from "./support/config.ts";

const ID = "01900000-0000-7000-8000-000000000001";
type Filter = Readonly<Record<string, Readonly<Record<string, string | boolean | readonly string[]>>>>;

/** The conditions of a list by the request of an admin, and by the row filter of a role. */
function conditions(filter: Filter, draft = ""): readonly string[] {
  const schema = compileSchema(
    configOf({
      entities: [
        { name: "person", fields: [{ name: "name", type: "text" }] },
        {
          name: "event",
          versions: true,
          fields: [
            {
              name: "extras",
              type: "object",
              fields: [
                { name: "lead", type: "relation", to: "person" },
                { name: "people", type: "relation", to: "person", many: true },
              ],
            },
            { name: "notes", type: "richtext", embeds: ["person"] },
          ],
        },
      ],
      roles: [
        { name: "admin", isAdmin: true },
        { name: "member", permissions: { event: { read: { drafts: true, filter } } } },
      ],
    }),
  );
  const asked = Object.entries(filter).flatMap(([path, tests]) =>
    Object.entries(tests).map(([operator, value]) => `filter[${path}][${operator}]=${String(value)}`),
  );
  const list = (role: string, query: string) => {
    const principal: Principal = { kind: "user", role, userId: ID };
    const plan = createEngine(schema)
      .as(principal)
      .list("event", parseQuery(`fields=id&count=false&sort=id${draft}${query}`));
    return compile(plan).text;
  };
  return [list("admin", `&${asked.join("&")}`), list("member", "")];
}

const GONE = `not (cms.is_removing() and exists (select from cms.removals g where g.id = "j"."set_null.person"))`;
const REFERENCES = `"content"."event__refs.5fd9ea" j`;
const at = (path: string) => `where j.source_id = "t0"."id" and j.path = '${path}' and not j.draft`;
const PEOPLE = `${at("extras.people")} and ${GONE}`;
const HAS = `exists (select from ${REFERENCES} ${PEOPLE} and "j"."set_null.person" = any($::uuid[]))`;

test.each<readonly [Filter, string]>([
  [{ "extras.people": { $has: ID } }, HAS],
  [{ "extras.people": { $hasAny: [ID] } }, HAS],
  [{ "extras.people": { $eq: ID } }, HAS],
  [{ "extras.people": { $ne: ID } }, `(${HAS}) is not true`],
  [{ "extras.people": { $hasAll: [ID] } }, `array(select "j"."set_null.person" from ${REFERENCES} ${PEOPLE}) @> $::uuid[]`],
  [{ "extras.people": { $null: true } }, `not exists (select from ${REFERENCES} ${PEOPLE} and "j"."set_null.person" is not null)`],
  [{ "extras.lead": { $eq: ID } }, HAS.replace("extras.people", "extras.lead")],
  [{ "notes.record.person": { $has: ID } }, HAS.replace("extras.people", "notes.record.person")],
  [
    { "extras.people.name": { $eq: "Ann" } },
    `exists (select from ${REFERENCES} join "content"."person" "t1" on "t1"."id" = "j"."set_null.person" ${at("extras.people")}` +
      ` and "t1"."published_at" is not null and not (cms.is_removing() and exists (select from cms.removals g where g.id = "t1"."id"))` +
      ` and "t1"."name" collate "und-x-icu" = $::text)`,
  ],
])("%j", (filter, expected) => {
  for (const text of conditions(filter)) expect(text.replaceAll(/\$\d+/g, "$")).toContain(` ${expected} `);
});

test.each<readonly [Filter, string]>([
  [{ "notes.record.person": { $has: ID } }, `array(select cms.ids_in_text(to_jsonb("t0"."notes"), '$'::jsonpath, 'person')) && $::uuid[]`],
  [{ "extras.people": { $has: ID } }, `else "t0"."extras" end, '$."people"[*]'::jsonpath)) && $::uuid[]`],
])("of a draft, the content is read: %j", (filter, expected) => {
  for (const text of conditions(filter, "&draft=true")) expect(text.replaceAll(/\$\d+/g, "$")).toContain(expected);
});

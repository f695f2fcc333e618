import { expect, test } from "@jest/globals";
import { validateConfig } from "../src/index.ts";
import { site } from "./support/site.ts";

const SECRET = Buffer.alloc(24, 7).toString("base64");
const VALID = { name: "site", url: "https://www.example.com/events", events: ["article.published"], secret: SECRET, role: "admin" };

test.each<[string, object]>([
  ["a secret of 24 bytes", {}],
  ["a secret in the form of Standard Webhooks", { secret: `whsec_${SECRET}` }],
  ["an old secret beside the new one", { secret: [SECRET, `whsec_${SECRET}`] }],
  ["an empty secret, which only the sending process needs", { secret: "" }],
  ["all events", { events: ["*"] }],
  ["one kind of event of all entities", { events: ["*.published"] }],
  ["all events of an entity", { events: ["article.*"] }],
  ["a server in the own network", { url: "http://127.0.0.1:3000/events", allowPrivate: true }],
])("a webhook with %s is accepted", (_case, options) => {
  expect(validateConfig(site({ webhooks: [{ ...VALID, ...options }] }))).toEqual({ ok: true, config: expect.anything() });
});

test("a webhook needs no role if the site has a public one", () => {
  const roles = [
    { name: "admin", isAdmin: true },
    { name: "visitor", public: true },
  ];

  expect(validateConfig(site({ roles, webhooks: [{ ...VALID, role: undefined }] }))).toMatchObject({ ok: true });
});

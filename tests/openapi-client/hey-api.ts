/** The same steps with the functions that hey-api generates. Prints the results as JSON. */
import { createClient } from "./.generated/hey-api/client/index.ts";
import {
  articleCreate,
  articleDelete,
  articleGet,
  articleList,
  articleUpdate,
  authorCreate,
  settingsGet,
} from "./.generated/hey-api/sdk.gen.ts";

declare const process: { readonly argv: readonly string[] };
const [, , url = "", apiKey = ""] = process.argv;

const client = createClient({ baseUrl: url, headers: { authorization: `Bearer ${apiKey}` } });

const author = await authorCreate({ client, body: { name: "Bob" } });
const made = await articleCreate({
  client,
  body: { title: "Generated", rank: 7, section: "culture", author: author.data?.data.id ?? null },
});
const path = { id: made.data?.data.id ?? "" };
const list = await articleList({
  client,
  query: {
    "filter[rank][$gte]": 7,
    "filter[section]": "culture",
    "filter[author.name][$contains]": "bo",
    "resolve[author]": "name",
    sort: "-rank,title",
    fields: "title,author",
    limit: 5,
  },
});
const embedded = list.data?.data[0]?.author;
const refused = await articleUpdate({ client, path, body: { title: "" } });
const missing = await articleGet({ client, path: { id: "0190a000-0000-7000-8000-000000000000" } });
const settings = await settingsGet({ client });
await articleDelete({ client, path });

/** What must not compile; never called. */
export function misuses() {
  // @ts-expect-error a misspelt field
  void authorCreate({ client, body: { nme: "Bob" } });
  // @ts-expect-error no option of the select
  void articleList({ client, query: { "filter[section]": "sports" } });
}

console.log(
  JSON.stringify({
    made: made.data?.data.rank,
    found: list.data?.data.map(({ title }) => title),
    author: typeof embedded === "object" ? embedded?.name : embedded,
    refused: [refused.error?.error.code, refused.error?.error.details?.[0]?.field],
    missing: missing.error?.error.code,
    theme: settings.data?.data?.theme,
  }),
);

/** The same steps with the functions that Kubb generates. Prints the results as JSON. */
import { setConfig } from "@kubb/plugin-client/clients/fetch";
import {
  articleCreate,
  articleDelete,
  articleGet,
  articleList,
  articleUpdate,
  authorCreate,
  settingsGet,
} from "./.generated/kubb/client.ts";

declare const process: { readonly argv: readonly string[] };
const [, , url = "", apiKey = ""] = process.argv;

setConfig({ baseURL: url, headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" } });

const author = await authorCreate({ name: "Bob" });
const made = await articleCreate({ title: "Generated", rank: 7, section: "culture", author: author.data.id });
const id = made.data.id;
const list = await articleList({
  "filter[rank][$gte]": 7,
  "filter[section]": "culture",
  "filter[author.name][$contains]": "bo",
  "resolve[author]": "name",
  sort: "-rank,title",
  fields: "title,author",
  limit: 5,
});
const embedded = list.data[0]?.author;
const refused: unknown = await articleUpdate(id, { title: "" });
const missing: unknown = await articleGet("0190a000-0000-7000-8000-000000000000");
const settings = await settingsGet();
await articleDelete(id);

/** Its functions return an error answer as if it were the requested data. */
function errorIn(answer: unknown) {
  return (answer as { readonly error?: { readonly code: string; readonly details?: readonly { readonly field: string }[] } }).error;
}

/** What must not compile; never called. */
export function misuses() {
  // @ts-expect-error a misspelt field
  void authorCreate({ nme: "Bob" });
  // @ts-expect-error no option of the select
  void articleList({ "filter[section]": "sports" });
}

console.log(
  JSON.stringify({
    made: made.data.rank,
    found: list.data.map(({ title }) => title),
    author: typeof embedded === "object" ? embedded?.name : embedded,
    refused: [errorIn(refused)?.code, errorIn(refused)?.details?.[0]?.field],
    missing: errorIn(missing)?.code,
    theme: settings.data?.theme,
  }),
);

/** Uses the service with only its description. Prints the results as JSON. */
import createClient from "openapi-fetch";
import type { paths } from "./.generated/openapi-typescript.d.ts";

declare const process: { readonly argv: readonly string[] };
const [, , url = "", apiKey = ""] = process.argv;

const api = createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${apiKey}` } });

const author = await api.POST("/api/author", { body: { name: "Bob" } });
const made = await api.POST("/api/article", {
  body: { title: "Generated", rank: 7, section: "culture", author: author.data?.data.id ?? null },
});
const list = await api.GET("/api/article", {
  params: {
    query: {
      "filter[rank][$gte]": 7,
      "filter[section]": "culture",
      "filter[author.name][$contains]": "bo",
      "resolve[author]": "name",
      sort: "-rank,title",
      fields: "title,author",
      limit: 5,
    },
  },
});
const embedded = list.data?.data[0]?.author;
const refused = await api.PUT("/api/article/{id}", { params: { path: { id: made.data?.data.id ?? "" } }, body: { title: "" } });
const missing = await api.GET("/api/article/{id}", { params: { path: { id: "0190a000-0000-7000-8000-000000000000" } } });
const settings = await api.GET("/api/settings");
await api.DELETE("/api/article/{id}", { params: { path: { id: made.data?.data.id ?? "" } } });

/** What must not compile; never called. */
export function misuses() {
  // @ts-expect-error a misspelt field
  void api.POST("/api/author", { body: { nme: "Bob" } });
  // @ts-expect-error no option of the select
  void api.GET("/api/article", { params: { query: { "filter[section]": "sports" } } });
  // @ts-expect-error no such route
  void api.GET("/api/artcle");
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

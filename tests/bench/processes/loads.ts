import autocannon from "autocannon";
import { createClient } from "../../support/http/client.ts";
import { CONNECTIONS, inRounds, measure, type Load, type Measured } from "../measure.ts";
import type { SuiteOptions } from "../suite.ts";

export type Loads = ReturnType<typeof createLoads>;

const RECORDS = 200;
const REQUESTS = 10_000;
const LIST = "/api/article?sort=-date&limit=20&resolve[author]=name";

/** Requests to a site of the template `magazine`, with this key of an admin. */
export function createLoads(url: string, key: string) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const ids: string[] = [];
  const body = JSON.stringify({ name: "Ines Okafor" }); // an article would also look for a slug that is free
  const loads = (): Readonly<Record<string, Load>> => ({
    "list of 20 with the author's name": { url, headers, method: "GET", paths: [LIST] },
    "one by id": { url, headers, method: "GET", paths: ids.map((id) => `/api/article/${id}`) },
    create: { url, headers, method: "POST", paths: ["/api/author"], body },
  });

  return {
    /** Creates articles with an author, and publishes them. */
    async fill(): Promise<void> {
      const client = createClient(url, headers);
      const author = await client.post("/api/author", { name: "Ines Okafor" });
      for (let count = 0; count < RECORDS; count++) {
        const { data } = await client.post("/api/article", { ...articleOf(`Article ${count}`), author: author.data.id });
        await client.post(`/api/article/${data.id}/publish`);
        ids.push(data.id);
      }
    },

    /** Sends all kinds in turn. @returns how many requests */
    async mixed(): Promise<number> {
      const requests = Object.values(loads()).map(({ paths, method, body: sent }) => ({
        path: paths[0] ?? "",
        method,
        headers,
        body: sent,
      }));
      const result = await autocannon({ url, requests: requests.map(withoutNothing), connections: CONNECTIONS, amount: REQUESTS });
      return result["2xx"];
    },

    /** The measurements of each kind. */
    measured({ seconds, rounds }: SuiteOptions): Promise<Readonly<Record<string, readonly Measured[]>>> {
      const subjects = Object.entries(loads()).map(([name, load]) => [name, () => measure(load, {}, seconds)] as const);
      return inRounds(Object.fromEntries(subjects), rounds);
    },
  };
}

function articleOf(title: string) {
  return { title, summary: "Lorem ipsum dolor sit amet. ".repeat(12), date: "2024-05-01" };
}

/** The library takes a member without a value for a body. */
function withoutNothing<T extends { readonly body: string | undefined }>({ body, ...request }: T) {
  return { ...request, ...(body !== undefined && { body }) };
}

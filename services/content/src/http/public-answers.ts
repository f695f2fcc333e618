/** Answers that caches outside the site may store; see docs/guide/caching.md. */
import type { Config } from "@colophon/config";
import { PUBLIC_ANSWER_HEADER } from "@colophon/runtime";

type Times = NonNullable<Config["cache"]["public"]>;

const MAX_IDS = 100;
const ID_MEMBER = /"id" ?: ?"([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})"/g;

/**
 * The headers of such an answer. Its tags are the names of the entities that it depends on, and the ids of records in it; a cache can remove
 * all answers with a tag. An answer with more records is removed by the names.
 */
export function publicHeaders({ maxAge, staleWhileRevalidate, staleIfError }: Times, entities: readonly string[], body: string) {
  const tags = [...entities, ...idsIn(body)];
  return {
    "cache-control": `public, max-age=0, s-maxage=${maxAge}, stale-while-revalidate=${staleWhileRevalidate}, stale-if-error=${staleIfError}`,
    "cache-tag": tags.join(","),
    "surrogate-key": tags.join(" "),
    vary: "Cookie, Authorization",
    [PUBLIC_ANSWER_HEADER]: "1",
  };
}

function idsIn(body: string): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const [, id = ""] of body.matchAll(ID_MEMBER)) {
    if (ids.add(id).size === MAX_IDS) break;
  }
  return ids;
}

/** The requests to a site with many records, and their time limits. */
export interface Question {
  readonly path: string;
  readonly role?: "reader";
}

/** Queries of lists without a total. No title begins with `zz`. */
export const LISTS: Readonly<Record<string, Question>> = {
  "newest first": { path: "" },
  "newest first, by a role with a filter": { path: "", role: "reader" },
  "by a filter": { path: "filter[section]=sport" },
  "sorted by a field": { path: "sort=title" },
  "sorted by a related field": { path: "sort=author.name" },
  "by a related field": { path: "filter[author.name]=Author 7" },
  "by letters with which no title begins": { path: "filter[title][$startsWith]=zz" },
  "by a text in one": { path: "q=rareword" },
  drafts: { path: "draft=true" },
  "drafts by a filter": { path: "draft=true&filter[section]=sport" },
};

/** No post contains `q`. */
export const SEARCHES: Readonly<Record<string, Question>> = {
  "1 letter": { path: "e" },
  "1 letter, nowhere": { path: "q" },
  "2 letters": { path: "er" },
  "2 letters, nowhere": { path: "qj" },
  "3 letters, nowhere": { path: "qjx" },
  "8 letters, in one": { path: "rareword" },
  "8 letters, nowhere": { path: "qjxqjxqj" },
  "a frequent word": { path: "often" },
  "a word of old records only": { path: "ancient" },
  "a word of records that the role can't see": { path: "withheld", role: "reader" },
};

export const GOALS = {
  listMs: 30,
  recountMs: 300,
  draftMs: 20,
  searchMs: 150,
  besideWritesMs: 100,
  duringChangesMs: 300,
} as const;

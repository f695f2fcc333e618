/** Ids from answers, so that later requests use existing records. */
import type { Json } from "../support/http/client.ts";

const KEPT = 12;

export type KnownIds = ReturnType<typeof createKnownIds>;

/** @param untouched - ids that are never returned: the users that the callers are signed in as */
export function createKnownIds(untouched: ReadonlySet<string>) {
  const byPath = new Map<string, string[]>();
  const versions: { readonly path: string; readonly id: string; readonly versionId: string }[] = [];

  function keep(path: string, id: unknown): void {
    if (typeof id !== "string" || untouched.has(id)) return;
    const known = byPath.get(path) ?? [];
    if (!known.includes(id)) byPath.set(path, [...known, id].slice(-KEPT));
  }

  return {
    /** Stores the ids of an answer: those for `/api/plain/{id}` are stored under `/api/plain`. */
    learn(path: string, data: Json): void {
      const [base = ""] = path.split("?");
      const records: Json[] = Array.isArray(data) ? data : [data];
      const [, collection = "", id = ""] = /^(.*?)(?:\/([0-9a-f-]{36}))?\/versions$/.exec(base) ?? [];
      for (const record of records) {
        if (collection !== "" && record?.number) versions.push({ path: collection, id, versionId: record.id });
        if (typeof record?._type === "string") keep(`/api/${record._type}`, record.id);
        else keep(base, record?.id);
        if (typeof record?.filename === "string") keep("/api/assets", record.filename);
      }
    },
    /** The known ids of a path. */
    of(path: string): readonly string[] {
      return byPath.get(path) ?? [];
    },
    /** The known versions of the records of a path (or of a global, without an id); some may be deleted. */
    versionsOf(path: string): readonly Readonly<Record<string, string>>[] {
      return versions
        .filter((version) => version.path === path)
        .slice(-KEPT)
        .map(({ id, versionId }) => ({ id, versionId }));
    },
    /** The ids of records of any kind. */
    all(): readonly string[] {
      return [...byPath].flatMap(([path, ids]) => (path === "/api/assets" ? [] : ids));
    },
  };
}

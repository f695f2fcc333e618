import { acceptedRow, entityOf, incompatibilities, type HistoryRow, type VersionRow, type Entity } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { createPatch } from "rfc6902";
import type { Data } from "../hooks/hooks.ts";
import { dataBody } from "../http/answers.ts";
import type { Call } from "../http/calls.ts";
import type { Statements } from "../writes/statements.ts";
import { inNewFormats } from "@colophon/client/rich-text/nested-formats";

export type History = ReturnType<typeof createHistory>;

/** The versions of records. For a global the record's id is null. */
export function createHistory({ statements: { read } }: { statements: Statements }) {
  return {
    /** One page of a record's history, newest first. */
    async list(call: Call, name: string, id: string | null, page: { limit: number; offset: number }): Promise<string> {
      const [row] = await read<HistoryRow>(call, call.engine.history(name, id, page));
      const { data, total } = acceptedRow(row);
      return `{"data":${data},"meta":{"total":${total},"limit":${page.limit},"offset":${page.offset}}}`;
    },

    /** One version; `incompatible` is true if its data is no longer valid. */
    async one(call: Call, version: VersionName): Promise<string> {
      const { shown, content } = await storedVersion(read, call, version);
      const isBroken = incompatibilities(call.engine.schema, version.name, content).length > 0;
      return dataBody(JSON.stringify(isBroken ? { ...shown, incompatible: true } : shown));
    },

    /** The JSON Patch (RFC 6902) from this version's data to that of the other one. */
    async diff(call: Call, version: VersionName, otherId: string): Promise<string> {
      const stored = await storedVersion(read, call, version);
      const other = await storedVersion(read, call, { ...version, versionId: otherId });
      return dataBody(JSON.stringify(createPatch(stored.shown.data, other.shown.data)));
    },
  };
}

export interface VersionName {
  readonly name: string;
  /** Null for a global. */
  readonly id: string | null;
  readonly versionId: string;
}

export interface StoredVersion {
  /** As the caller may see it. */
  readonly shown: Data & { readonly data: Data };
  /** Everything that was stored, by field name. */
  readonly content: Data;
}

/** @throws NOT_FOUND, FORBIDDEN */
export async function storedVersion(read: Statements["read"], call: Call, { name, id, versionId }: VersionName): Promise<StoredVersion> {
  const [row] = await read<VersionRow>(call, call.engine.version(name, id, versionId));
  const { data, content } = acceptedRow(row);
  if (!data || !content) throw new AppError("NOT_FOUND");
  const [shown, stored]: [StoredVersion["shown"], Data] = [JSON.parse(data), JSON.parse(content)];
  const changed = valuesInNewFormats(entityOf(call.engine.schema, name), stored);
  const seen = Object.entries(changed).filter(([field]) => field in shown.data);
  return { shown: { ...shown, data: { ...shown.data, ...Object.fromEntries(seen) } }, content: { ...stored, ...changed } };
}

/** The values of a version whose rich text was stored in another format of its field, in today's; only what loses nothing. */
function valuesInNewFormats({ fields }: Entity, content: Data): Data {
  const changed = fields.flatMap(({ name, definition }): [string, unknown][] => {
    const { value, lost, isChanged } = inNewFormats(definition, content[name]);
    return isChanged && lost.length === 0 ? [[name, value]] : [];
  });
  return Object.fromEntries(changed);
}

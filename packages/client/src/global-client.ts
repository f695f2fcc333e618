import type { ConfigShape, EntityShape } from "./config-shape.ts";
import type { Connection } from "./connection.ts";
import { createDraft, type Draft } from "./drafts.ts";
import { toQueryString } from "./query-string.ts";
import type { ReadQuery } from "./query-types.ts";
import type { Answered, NameOf, Nothing, RecordOf, ResolveOf } from "./record-types.ts";
import type { UpdateOf, WriteOptions } from "./write-types.ts";

/** What can be done with a global. */
export interface Global<C extends ConfigShape, E extends EntityShape> {
  /** The record, or null as long as it was never saved or is not published. */
  get<const Fields extends NameOf<E> = NameOf<E>, const Resolve extends ResolveOf<C, E> = Nothing>(
    query?: ReadQuery<C, E, Fields, Resolve>,
  ): Promise<Answered<C, E, Fields, Resolve> | null>;
  /** Changes the fields that are given; the first time every required one must be. */
  save(data: UpdateOf<E>, options?: WriteOptions): Promise<RecordOf<E>>;
}
/** What globals with versions can do besides. */
export interface DraftGlobal<E extends EntityShape> {
  /** The draft and the versions of the global. */
  draft(): Draft<E>;
}
type WithDrafts<E extends EntityShape> = E extends { readonly versions: infer Versions }
  ? Versions extends false
    ? unknown
    : DraftGlobal<E>
  : unknown;
/** The client of one global: what its options allow. */
export type GlobalClient<C extends ConfigShape, E extends EntityShape> = Global<C, E> & WithDrafts<E>;

/** All methods; the types say which of them a global has. */
export function createGlobalClient(connection: Connection, name: string): Global<ConfigShape, EntityShape> & DraftGlobal<EntityShape> {
  const path = `/api/${encodeURIComponent(name)}`;
  const { data } = connection;
  return {
    get: (query?: object) => data<never>(path + toQueryString({ ...query })),
    save: (body, { ifMatch } = {}) => data(path, { method: "PUT", body, headers: { "if-match": ifMatch } }),
    draft: () => createDraft(connection, path),
  };
}

import type { ConfigShape, EntityShape } from "./config-shape.ts";
import type { Connection } from "./connection.ts";
import { createDraft, type Draft } from "./drafts.ts";
import { toQueryString } from "./query-string.ts";
import type { ReadQuery } from "./query-types.ts";
import type { NameOf, RecordOf } from "./record-types.ts";
import type { Answered, Nothing, ResolveOf } from "./resolve-types.ts";
import type { UpdateOf, WriteOptions } from "./write-types.ts";

/** Which of a translatable global's records is meant: that of the default locale where none is named. */
export interface InLocale {
  readonly locale?: string | undefined;
}
type Placed<E extends EntityShape> = E extends { readonly translatable: true } ? InLocale : unknown;

/** What can be done with a global. */
export interface Global<C extends ConfigShape, E extends EntityShape> {
  /**
   * The record, or null if it was never saved or is not published. Of a translatable global that of the default
   * locale stands in where there is none in the asked one: `locale` says which it is.
   */
  get<const Fields extends NameOf<E> = NameOf<E>, const Resolve extends ResolveOf<C, E> = Nothing>(
    query?: ReadQuery<C, E, Fields, Resolve> & Placed<E>,
  ): Promise<Answered<C, E, Fields, Resolve> | null>;
  /** Changes the fields that are given; the first time (in a locale) every required one must be. */
  save(data: UpdateOf<E>, options?: WriteOptions & Placed<E>): Promise<RecordOf<E>>;
}
/** What globals with versions can do besides. */
export interface DraftGlobal<E extends EntityShape> {
  /** The draft and the versions of the global. */
  draft(...place: E extends { readonly translatable: true } ? [place?: InLocale] : []): Draft<E>;
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
    save: (body, { ifMatch, locale }: WriteOptions & InLocale = {}) =>
      data(path + toQueryString({ locale }), { method: "PUT", body, headers: { "if-match": ifMatch } }),
    draft: (...[{ locale } = {}]: [InLocale?]) => createDraft(connection, path, { locale }),
  };
}

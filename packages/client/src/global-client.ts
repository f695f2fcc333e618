import type { ConfigShape, EntityShape, HasVersions } from "./config-shape.ts";
import type { Connection } from "./connection.ts";
import { createDraft, type Draft } from "./drafts.ts";
import { toQueryString } from "./query-string.ts";
import type { ReadQuery } from "./query-types.ts";
import type { NameOf, RecordOf } from "./record-types.ts";
import type { Answered, Nothing, ResolveOf } from "./resolve-types.ts";
import type { UpdateOf, WriteOptions } from "./write-types.ts";

/** Selects the record of a translatable global; default: the default locale. */
export interface InLocale {
  readonly locale?: string | undefined;
}
type Placed<E extends EntityShape> = E extends { readonly translatable: true } ? InLocale : unknown;

/** The requests of all globals. */
export interface Global<C extends ConfigShape, E extends EntityShape> {
  /**
   * The record, or null if it was never saved or is not published. For a translatable global without a record in the
   * requested locale, the record of the default locale; `locale` says which one it is.
   */
  get<const Fields extends NameOf<E> = NameOf<E>, const Resolve extends ResolveOf<C, E> = Nothing>(
    query?: ReadQuery<C, E, Fields, Resolve> & Placed<E>,
  ): Promise<Answered<C, E, Fields, Resolve> | null>;
  /** Changes the given fields. The first save (in a locale) needs all required ones. */
  save(data: UpdateOf<E>, options?: WriteOptions & Placed<E>): Promise<RecordOf<E>>;
}
/** Further requests of globals with versions. */
export interface DraftGlobal<E extends EntityShape> {
  /** The draft and the versions of the global. */
  draft(...place: E extends { readonly translatable: true } ? [place?: InLocale] : []): Draft<E>;
}
type WithDrafts<E extends EntityShape> = HasVersions<E> extends true ? DraftGlobal<E> : unknown;
/** The client of one global, with the requests that its options allow. */
export type GlobalClient<C extends ConfigShape, E extends EntityShape> = Global<C, E> & WithDrafts<E>;

/** Contains all methods; the types restrict them to those of the global. */
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

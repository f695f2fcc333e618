import type { ConfigShape, EntityShape, HasTrash } from "./config-shape.ts";
import type { Connection } from "./connection.ts";
import { createDraft, type Draft } from "./drafts.ts";
import { toQueryString } from "./query-string.ts";
import type { ListQuery, ReadQuery } from "./query-types.ts";
import type { NameOf, Page, RecordOf } from "./record-types.ts";
import type { Answered, Nothing, ResolveOf } from "./resolve-types.ts";
import type { BulkOf, CreateOf, CreateOptions, DraftOf, HasVersions, UpdateOf, WriteOptions } from "./write-types.ts";

/** Somebody who has a record open: `user` null for callers who may not update it, `editing` for those who may not read that field. */
export interface Present {
  readonly user: { readonly id: string; readonly name: string | null } | null;
  readonly since: string;
  readonly editing: string | null;
}

/** What refers to a record: a place in another one, or in itself. */
export interface Usage {
  readonly entity: string;
  readonly id: string;
  /** The field, or the dotted path inside it. */
  readonly field: string;
  /** That of the entity's summary; null where the caller may not read it. */
  readonly title: string | null;
  /** Whether only a draft refers there. */
  readonly draft: boolean;
}

/** A page of what lies in several entities. */
export interface PlacesQuery {
  readonly limit?: number;
  readonly offset?: number;
  /** Empty for the first page, then `meta.nextCursor`. */
  readonly cursor?: string;
  /** False leaves the total out. */
  readonly count?: boolean;
}

/** What can be done with the records of an entity. */
export interface Records<C extends ConfigShape, E extends EntityShape> {
  /** One page of records. */
  list<const Fields extends NameOf<E> = NameOf<E>, const Resolve extends ResolveOf<C, E> = Nothing>(
    query?: ListQuery<C, E, Fields, Resolve>,
  ): Promise<Page<Answered<C, E, Fields, Resolve>>>;
  /** Every record of a list, page by page. */
  each<const Fields extends NameOf<E> = NameOf<E>, const Resolve extends ResolveOf<C, E> = Nothing>(
    query?: Omit<ListQuery<C, E, Fields, Resolve>, "offset" | "cursor" | "count">,
  ): AsyncGenerator<Answered<C, E, Fields, Resolve>, void, undefined>;
  /** One record. @throws ColophonError 404 */
  one<const Fields extends NameOf<E> = NameOf<E>, const Resolve extends ResolveOf<C, E> = Nothing>(
    id: string,
    query?: ReadQuery<C, E, Fields, Resolve>,
  ): Promise<Answered<C, E, Fields, Resolve>>;
  /** Creates a record; with versions it is published. */
  create(data: CreateOf<E>, options?: CreateOptions): Promise<RecordOf<E>>;
  /** Changes the fields that are given. */
  update(id: string, data: UpdateOf<E>, options?: WriteOptions): Promise<RecordOf<E>>;
  delete(id: string, options?: WriteOptions): Promise<{ readonly id: string }>;
  /** Copies the record; the copy is a draft where there are drafts. */
  duplicate(id: string, options?: CreateOptions): Promise<RecordOf<E>>;
  /** Does the same to at most 200 records: to all, or to none. @throws ColophonError whose details name each that is refused: `ids[3].title` */
  bulk(ids: readonly string[], what: BulkOf<E>, options?: CreateOptions): Promise<{ readonly ids: readonly string[] }>;
  /** What refers to the record, as far as the caller may read it. */
  usages(id: string, page?: PlacesQuery): Promise<Page<Usage>>;
  /** Says that the caller has the record open, to be repeated every 20 s; gives all who have, the caller among them. Sessions only. */
  presence(id: string, at?: { readonly editing?: string | null }): Promise<readonly Present[]>;
}

/** What entities with versions can do besides. */
export interface DraftRecords<E extends EntityShape> {
  /** Creates a record that nobody sees but with `draft: true`. */
  createDraft(data: DraftOf<E>, options?: CreateOptions): Promise<RecordOf<E>>;
  /** The draft and the versions of a record. */
  draft(id: string): Draft<E>;
}
/** What translatable entities can do besides. */
export interface Translations<E extends EntityShape> {
  /** Copies the record into another language. */
  translate(id: string, locale: string, options?: CreateOptions): Promise<RecordOf<E>>;
}
/** What entities with a trash can do besides. */
export interface Trash<E extends EntityShape> {
  /** Takes a record out of the trash, as it was. @throws ColophonError 409 when a value of it was taken meanwhile */
  restore(id: string, options?: CreateOptions & WriteOptions): Promise<RecordOf<E>>;
  /** Deletes a record for good, be it in the trash or not. */
  deletePermanently(id: string, options?: WriteOptions): Promise<{ readonly id: string }>;
}
type WithTrash<E extends EntityShape> = HasTrash<E> extends true ? Trash<E> : unknown;
type WithDrafts<E extends EntityShape> = HasVersions<E> extends true ? DraftRecords<E> : unknown;
type WithTranslations<E extends EntityShape> = E extends { readonly translatable: true } ? Translations<E> : unknown;
/** The client of one entity: what its options allow. */
export type EntityClient<C extends ConfigShape, E extends EntityShape> = Records<C, E> & WithDrafts<E> & WithTranslations<E> & WithTrash<E>;

type Wide = Records<ConfigShape, EntityShape> & DraftRecords<EntityShape> & Translations<EntityShape> & Trash<EntityShape>;

/** All methods; the types say which of them an entity has. */
export function createEntityClient(connection: Connection, name: string): Wide {
  const { data, send } = connection;
  const path = `/api/${encodeURIComponent(name)}`;
  const at = (id: string) => `${path}/${encodeURIComponent(id)}`;
  const post = (body: object, { idempotencyKey }: CreateOptions = {}) =>
    ({ method: "POST", body, headers: { "idempotency-key": idempotencyKey } }) as const;
  const list = (query?: object) => send<Page<never>>(path + toQueryString({ ...query }));

  async function* each(query?: object): AsyncGenerator<never, void, undefined> {
    let cursor: string | null | undefined = "";
    while (typeof cursor === "string") {
      const page: Page<never> = await list({ ...query, cursor, count: false });
      yield* page.data;
      cursor = page.meta.nextCursor;
    }
  }

  return {
    list,
    each,
    one: (id: string, query?: object) => data<never>(at(id) + toQueryString({ ...query })),
    create: (body, options) => data(path, post(body, options)),
    update: (id, body, { ifMatch } = {}) => data(at(id), { method: "PUT", body, headers: { "if-match": ifMatch } }),
    delete: (id, { ifMatch } = {}) => data(at(id), { method: "DELETE", headers: { "if-match": ifMatch } }),
    duplicate: (id, options) => data(`${at(id)}/duplicate`, post({}, options)),
    bulk: (ids, { draft, ...what }: { readonly action: string; readonly draft?: boolean }, options) =>
      data(`${path}/bulk${toQueryString({ draft })}`, post({ ...what, ids }, options)),
    usages: (id, page) => send<Page<Usage>>(`${at(id)}/usages${toQueryString({ ...page })}`),
    presence: (id, { editing = null } = {}) => data(`${at(id)}/presence`, post({ editing })),
    createDraft: (body, options) => data(`${path}?draft=true`, post(body, options)),
    translate: (id, locale, options) => data(`${at(id)}/translate`, post({ locale }, options)),
    restore: (id, { ifMatch, idempotencyKey } = {}) =>
      data(`${at(id)}/restore`, { method: "POST", headers: { "if-match": ifMatch, "idempotency-key": idempotencyKey } }),
    deletePermanently: (id, { ifMatch } = {}) => data(`${at(id)}?permanent=true`, { method: "DELETE", headers: { "if-match": ifMatch } }),
    draft: (id) => createDraft(connection, at(id)),
  };
}

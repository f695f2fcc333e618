import type { ConfigShape, EntityShape, HasTrash, HasVersions } from "./config-shape.ts";
import type { Connection } from "./connection.ts";
import { createDraft, type Draft } from "./drafts.ts";
import { toQueryString } from "./query-string.ts";
import type { ListQuery, ReadQuery } from "./query-types.ts";
import type { NameOf, Page, RecordOf } from "./record-types.ts";
import type { Answered, Nothing, ResolveOf } from "./resolve-types.ts";
import type { BulkOf, CreateOf, CreateOptions, DraftOf, UpdateOf, WriteOptions } from "./write-types.ts";

/** Somebody who has the record open. `user` is null for callers who may not update the record; `editing` is null for those who may not read the field. */
export interface Present {
  readonly user: { readonly id: string; readonly name: string | null } | null;
  readonly since: string;
  readonly editing: string | null;
}

/** A reference to a record, in another record or in itself. */
export interface Usage {
  readonly entity: string;
  readonly id: string;
  /** The field, or the dotted path inside it. */
  readonly field: string;
  /** The title by the entity's summary; null if the caller may not read it. */
  readonly title: string | null;
  /** Whether only a draft contains the reference. */
  readonly draft: boolean;
}

/** A page of a list over several entities. */
export interface PlacesQuery {
  readonly limit?: number;
  readonly offset?: number;
  /** Empty for the first page, then `meta.nextCursor`. */
  readonly cursor?: string;
  /** False omits the total. */
  readonly count?: boolean;
}

/** The requests of all entities. */
export interface Records<C extends ConfigShape, E extends EntityShape> {
  /** One page of records. */
  list<const Fields extends NameOf<E> = NameOf<E>, const Resolve extends ResolveOf<C, E> = Nothing>(
    query?: ListQuery<C, E, Fields, Resolve>,
  ): Promise<Page<Answered<C, E, Fields, Resolve>>>;
  /** All records of a list, fetched page by page. */
  each<const Fields extends NameOf<E> = NameOf<E>, const Resolve extends ResolveOf<C, E> = Nothing>(
    query?: Omit<ListQuery<C, E, Fields, Resolve>, "offset" | "cursor" | "count">,
  ): AsyncGenerator<Answered<C, E, Fields, Resolve>, void, undefined>;
  /** @throws ColophonError 404 */
  one<const Fields extends NameOf<E> = NameOf<E>, const Resolve extends ResolveOf<C, E> = Nothing>(
    id: string,
    query?: ReadQuery<C, E, Fields, Resolve>,
  ): Promise<Answered<C, E, Fields, Resolve>>;
  /** Creates a record; with versions it is published. */
  create(data: CreateOf<E>, options?: CreateOptions): Promise<RecordOf<E>>;
  /** Changes the given fields. */
  update(id: string, data: UpdateOf<E>, options?: WriteOptions): Promise<RecordOf<E>>;
  delete(id: string, options?: WriteOptions): Promise<{ readonly id: string }>;
  /** Copies the record; with versions the copy is a draft. */
  duplicate(id: string, options?: CreateOptions): Promise<RecordOf<E>>;
  /** Runs one action on at most 200 records: on all or on none. @throws ColophonError with the details of each refused record: `ids[3].title` */
  bulk(ids: readonly string[], what: BulkOf<E>, options?: CreateOptions): Promise<{ readonly ids: readonly string[] }>;
  /** Creates at most 200 records: all or none. @throws ColophonError with the details of each refused record: `data[3].title` */
  createMany(data: readonly CreateOf<E>[], options?: CreateOptions): Promise<{ readonly ids: readonly string[] }>;
  /** The references to the record, as far as the caller may read them. */
  usages(id: string, page?: PlacesQuery): Promise<Page<Usage>>;
  /** Reports that the caller has the record open; call it every 20 s. Returns all who have it open, including the caller. Needs a session. */
  presence(id: string, at?: { readonly editing?: string | null }): Promise<readonly Present[]>;
}

/** Further requests of entities with versions. */
export interface DraftRecords<E extends EntityShape> {
  /** Creates a record as a draft, which only reads with `draft: true` return. */
  createDraft(data: DraftOf<E>, options?: CreateOptions): Promise<RecordOf<E>>;
  /** The draft and the versions of a record. */
  draft(id: string): Draft<E>;
}
/** Further requests of translatable entities. */
export interface Translations<E extends EntityShape> {
  /** Copies the record into another language. */
  translate(id: string, locale: string, options?: CreateOptions): Promise<RecordOf<E>>;
}
/** Further requests of entities with a trash. */
export interface Trash<E extends EntityShape> {
  /** Restores a record from the trash. @throws ColophonError 409 if one of its unique values is used by another record now */
  restore(id: string, options?: CreateOptions & WriteOptions): Promise<RecordOf<E>>;
  /** Deletes a record permanently, in the trash or not. */
  deletePermanently(id: string, options?: WriteOptions): Promise<{ readonly id: string }>;
}
type WithTrash<E extends EntityShape> = HasTrash<E> extends true ? Trash<E> : unknown;
type WithDrafts<E extends EntityShape> = HasVersions<E> extends true ? DraftRecords<E> : unknown;
type WithTranslations<E extends EntityShape> = E extends { readonly translatable: true } ? Translations<E> : unknown;
/** The client of one entity, with the requests that its options allow. */
export type EntityClient<C extends ConfigShape, E extends EntityShape> = Records<C, E> & WithDrafts<E> & WithTranslations<E> & WithTrash<E>;

type Wide = Records<ConfigShape, EntityShape> & DraftRecords<EntityShape> & Translations<EntityShape> & Trash<EntityShape>;

/** Contains all methods; the types restrict them to those of the entity. */
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
    createMany: (records, options) => data(`${path}/bulk`, post({ action: "create", data: records }, options)),
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

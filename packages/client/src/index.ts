/** A client whose types are inferred from the project's configuration: without generated code and without dependencies. */
import type { CollectionName, ConfigShape, EntityNamed, EntityShape, FieldShape, GlobalName } from "./config-shape.ts";
import { createConnection, type ClientOptions, type Connection } from "./connection.ts";
import { callCustom, type CustomAnswer, type CustomArguments, type CustomMethod, type CustomName } from "./custom-routes.ts";
import type { PlannedSchedule } from "./drafts.ts";
import { createEntityClient, type EntityClient, type PlacesQuery } from "./entity-client.ts";
import { streamEvents, type Change, type EventsOptions, type Reset } from "./events.ts";
import { createGlobalClient, type GlobalClient } from "./global-client.ts";
import { toQueryString } from "./query-string.ts";
import type { Flat, Page, ReadValue, RecordOf, Json } from "./record-types.ts";
import type { WriteOptions } from "./write-types.ts";

export type { ConfigShape, EntityShape } from "./config-shape.ts";
export { createConnection, etagOf, type Call, type ClientOptions } from "./connection.ts";
export type { PlannedSchedule, Schedule, Version } from "./drafts.ts";
export type { Present, Usage } from "./entity-client.ts";
export { ColophonError, type ErrorDetail } from "./error.ts";
export type { Change, EventsOptions, Reset } from "./events.ts";
export { toQueryString } from "./query-string.ts";
export type { BulkOf, CreateOf, DraftOf, UpdateOf } from "./write-types.ts";
export type { EntityNamed, RecordOf };

type Searched = { readonly searchable: true; readonly type: "text" | "slug" | "select" };
type Documented<F> = F extends Searched ? F : F extends { readonly type: "object" } ? F : never;
type LanguageOf<E> = E extends { readonly translatable: true } ? { readonly locale: string } : unknown;
type DocumentOf<E extends EntityShape> = Flat<
  { readonly id: string; readonly _entity: E["name"]; readonly createdAt: string; readonly updatedAt: string } & LanguageOf<E> & {
      readonly [F in Documented<E["fields"][number]> as F["name"]]?: F extends Searched & FieldShape ? ReadValue<F> : unknown;
    }
>;
type HitOf<E> = E extends EntityShape ? { readonly entity: E["name"]; readonly global: boolean; readonly document: DocumentOf<E> } : never;

export interface SearchResult<C extends ConfigShape> {
  readonly query: string;
  readonly results: readonly HitOf<C["entities"][number]>[];
}
/** The record of an uploaded file; `_type` is its entity. */
export type Asset<C extends ConfigShape> =
  | RecordOf<EntityNamed<C, "_image">>
  | RecordOf<EntityNamed<C, "_video">>
  | RecordOf<EntityNamed<C, "_file">>;
export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
}

/** The caller. */
export interface Caller {
  /** Null for an API key. */
  readonly user: SessionUser | null;
  readonly role: string;
  readonly isAdmin: boolean;
}

export interface SignedIn {
  readonly user: SessionUser;
  /** Not in browsers, where scripts can't read it. */
  readonly session?: string;
}

export interface Client<C extends ConfigShape> {
  /** The records of an entity. */
  entity<Name extends CollectionName<C>>(name: Name): EntityClient<C, EntityNamed<C, Name>>;
  /** A global. */
  global<Name extends GlobalName<C>>(name: Name): GlobalClient<C, EntityNamed<C, Name>>;
  /** Searches all entities; `limit` applies to each of them, `locale` restricts the language. */
  search(text: string, options?: { readonly limit?: number; readonly locale?: string }): Promise<SearchResult<C>>;
  /** Calls a custom route; the answer has the type of the handler's return value, unless that is a `Response`. */
  custom<Name extends CustomName<C>, Asked extends CustomMethod<C, Name> = CustomMethod<C, Name>>(
    name: Name,
    ...options: CustomArguments<C, Name, Asked>
  ): Promise<CustomAnswer<C, Name, Asked>>;
  /** Uploads a file; a file with the same bytes returns the existing asset. */
  upload(file: Blob, options?: { readonly alt?: string; readonly filename?: string }): Promise<Asset<C>>;
  /** The first step of a sign-in: sends a code by mail. */
  requestCode(email: string): Promise<{ readonly authRequestId: string; readonly expiresAt: string }>;
  /**
   * The second step. A browser stores the session as a cookie; on a server it is returned as `session`, for a client of that
   * user: `createClient({ url, session })`. It is a credential: store it safely.
   */
  signIn(authRequestId: string, code: string): Promise<SignedIn>;
  signOut(): Promise<{ readonly success: true }>;
  /** Renews the session for sensitive changes, with a code that was mailed to the user: see `CONFIRMATION_REQUIRED`. */
  confirm(
    authRequestId: string,
    code: string,
  ): Promise<{ readonly user: SessionUser; readonly expiresAt: string; readonly confirmedUntil: string }>;
  /** The first step of a change of the caller's email address: sends a code to the new one. */
  requestEmailChange(email: string): Promise<{ readonly authRequestId: string; readonly expiresAt: string }>;
  /** The second step: changes the email address. */
  confirmEmailChange(authRequestId: string, code: string): Promise<{ readonly user: SessionUser }>;
  /** The schedules of all entities whose drafts the caller may read, the next one first. */
  schedules(page?: PlacesQuery): Promise<Page<PlannedSchedule>>;
  /**
   * The changes of records from now on. A lost connection is opened again, and what was missed meanwhile is delivered; where that isn't
   * possible, `{ event: "reset" }` says so.
   */
  events<Name extends CollectionName<C> | GlobalName<C>>(
    options?: EventsOptions<Name>,
  ): AsyncGenerator<Change<Name> | Reset, void, undefined>;
  /** The caller's own settings. */
  readonly settings: Settings;
  /** The caller. @throws ColophonError 401 if not signed in */
  me(): Promise<Caller & { readonly expiresAt?: string; readonly confirmedUntil?: string }>;
}

/**
 * A client for the service at `url`.
 *
 * @example
 * const cms = createClient<typeof config>({ url: "https://cms.example.com", apiKey });
 * const { data } = await cms.entity("article").list({ filter: { featured: true }, resolve: { author: ["name"] } });
 */
export function createClient<C extends ConfigShape>(options: ClientOptions): Client<C> {
  const connection = createConnection(options);
  const { data, send } = connection;
  return {
    entity: (name) => createEntityClient(connection, name) as never, // as `EntityClient<C, …>` takes the compiler 15 s and 2.6 million types
    global: (name) => createGlobalClient(connection, name) as never,
    search: (q, { limit, locale } = {}) => send(`/api/search${toQueryString({ q, limit, locale })}`),
    custom: (name, ...[options]) => callCustom(connection, name, options) as Promise<never>,
    upload(file, { alt, filename } = {}) {
      const form = new FormData();
      form.append("file", file, filename ?? (file instanceof File ? file.name : "file"));
      if (alt !== undefined) form.append("alt", alt);
      return data("/api/assets/upload", { method: "POST", body: form });
    },
    requestCode: (email) => data("/api/auth/request", { method: "POST", body: { email } }),
    async signIn(authRequestId, code) {
      const call = { method: "POST", body: { authRequestId, code } } as const;
      const { body, session } = await connection.sendForSession("/api/auth/create", call);
      const { user } = (body as { readonly data: { readonly user: SessionUser } }).data;
      return { user, ...(session !== undefined && { session }) };
    },
    signOut: () => data("/api/auth/logout", { method: "POST" }),
    confirm: (authRequestId, code) => data("/api/auth/confirm", { method: "POST", body: { authRequestId, code } }),
    requestEmailChange: (email) => data("/api/auth/email", { method: "POST", body: { email } }),
    confirmEmailChange: (authRequestId, code) => data("/api/auth/email/confirm", { method: "POST", body: { authRequestId, code } }),
    schedules: (page) => send(`/api/_schedules${toQueryString({ ...page })}`),
    events: (options = {}) => streamEvents(connection, options),
    settings: createSettings(connection),
    me: () => data("/api/auth/me"),
  };
}

const SETTINGS_PATH = "/api/_me/settings";

/** Settings of a signed-in user, for user interfaces: at most 64 KB. API keys have no settings: 403. */
interface Settings {
  /** At first an empty object. */
  get(): Promise<UserSettings>;
  /** Replaces the settings. */
  save(settings: UserSettings, options?: WriteOptions): Promise<UserSettings>;
}
type UserSettings = { readonly [name: string]: Json };

function createSettings({ data }: Connection): Settings {
  return {
    get: () => data(SETTINGS_PATH),
    save: (body, { ifMatch } = {}) => data(SETTINGS_PATH, { method: "PUT", body, headers: { "if-match": ifMatch } }),
  };
}

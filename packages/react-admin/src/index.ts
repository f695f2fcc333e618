/** A data provider of react-admin for Colophon. */
import { createSend, type ConnectionOptions, type Send } from "./send.ts";

export { RefusedError } from "./send.ts";

type Identifier = string | number;
type Fields = Readonly<Record<string, unknown>>;
type Row = Pick<One, "id">;
interface Answer<Data> {
  readonly data: Data;
  readonly total?: number;
}
interface Asked {
  readonly meta?: Fields;
  readonly signal?: AbortSignal;
}
type One = Asked & { readonly id: Identifier };
type Many = Asked & { readonly ids: readonly Identifier[] };
interface List extends Asked {
  readonly pagination?: { readonly page: number; readonly perPage: number };
  readonly sort?: { readonly field: string; readonly order: "ASC" | "DESC" };
  readonly filter?: Fields;
}
/** The value of a file input with a chosen file. */
type Chosen = { readonly rawFile: Blob & { readonly name?: string } };

const ASSETS: ReadonlySet<string> = new Set(["_image", "_video", "_file"]);
const MAX_LIMIT = 100;
const isChosen = (value: unknown): value is Chosen =>
  typeof value === "object" && value !== null && "rawFile" in value && value.rawFile instanceof Blob;

function upload<R extends Row>(send: Send, data: Fields): Promise<Answer<R>> {
  const [file, form] = [Object.values(data).find(isChosen)?.rawFile, new FormData()];
  if (file) form.append("file", file, file.name ?? "file");
  if (typeof data["alt"] === "string") form.append("alt", data["alt"]);
  return send("/api/assets/upload", { method: "POST", body: form });
}

/** The fields with the ids of the new assets instead of the chosen files. */
async function withUploads(send: Send, data: Fields): Promise<Fields> {
  const stored = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(stored));
    return isChosen(value) ? (await upload(send, { value })).data.id : value;
  };
  return Object.fromEntries(await Promise.all(Object.entries(data).map(async ([name, value]) => [name, await stored(value)] as const)));
}

/** Only changed fields are sent, because a role may read fields that it may not write. */
function changedIn(data: Fields, before: Fields = {}): Fields {
  const isChanged = ([name, value]: [string, unknown]) => name !== "id" && JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(data).filter(isChanged));
}

/**
 * Resources are entities. A global is the record whose id is its resource's name: `<Edit resource="settings" id="settings">`.
 * Chosen files are uploaded first. `meta` adds parameters: `{ draft: true, resolve: { author: ["name"] } }`.
 */
export function createDataProvider(options: ConnectionOptions) {
  const send = createSend(options);
  const pathOf = (resource: string, id: Identifier = resource) =>
    `/api/${encodeURIComponent(resource)}${id === resource ? "" : `/${encodeURIComponent(String(id))}`}`;
  const draftOf = ({ meta }: { readonly meta?: Fields | undefined }) => (meta?.["draft"] === true ? "?draft=true" : "");
  const named = <R extends Row>(resource: string, id: Identifier, { data }: Answer<R>) => ({
    data: id === resource ? { ...data, id } : data,
  });

  async function getList<R extends Row>(resource: string, { pagination, sort, filter = {}, meta, signal }: List): Promise<Answer<R[]>> {
    const page = pagination && { limit: pagination.perPage, offset: (pagination.page - 1) * pagination.perPage };
    const order = sort?.field ? `${sort.order === "DESC" ? "-" : ""}${sort.field}` : undefined;
    const query = queryOf(filter, { ...meta, ...page, sort: order });
    const found = await send<{ data: R[]; meta: { total?: number } }>(`${pathOf(resource)}?${query}`, { signal });
    return { data: found.data, ...(found.meta.total !== undefined && { total: found.meta.total }) };
  }

  async function bulk(resource: string, action: string, { ids, ...asked }: Many & { readonly data?: Fields }) {
    const body = { action, ids, ...("data" in asked && { data: asked.data }) };
    if (ids.length > 0) await send(`${pathOf(resource)}/bulk${draftOf(asked)}`, { method: "POST", body });
    return { data: [...ids] };
  }

  return {
    supportAbortSignal: true,
    getList,
    getOne: async <R extends Row>(resource: string, { id, meta, signal }: One): Promise<Answer<R>> =>
      named(resource, id, await send<Answer<R>>(`${pathOf(resource, id)}?${queryOf({}, meta)}`, { signal })),

    /** One request for each hundred ids. */
    async getMany<R extends Row>(resource: string, { ids, meta, ...asked }: Many): Promise<Answer<R[]>> {
      const pages = ids.flatMap((_, at) => (at % MAX_LIMIT === 0 ? [ids.slice(at, at + MAX_LIMIT)] : []));
      const list = { ...asked, pagination: { page: 1, perPage: MAX_LIMIT }, meta: { count: false, ...meta } };
      const found = await Promise.all(pages.map((some) => getList<R>(resource, { ...list, filter: { id: some } })));
      return { data: found.flatMap(({ data }) => data) };
    },

    /** The target of a relation with `many` contains its operator: `tags.$has`. */
    getManyReference: <R extends Row>(
      resource: string,
      { target, id, filter, ...asked }: List & One & { readonly target: string },
    ): Promise<Answer<R[]>> => getList<R>(resource, { ...asked, filter: { ...filter, [target]: id } }),

    async create<R extends Row>(resource: string, { data, meta }: Asked & { readonly data: Fields }): Promise<Answer<R>> {
      if (ASSETS.has(resource)) return upload(send, data);
      return send(pathOf(resource) + draftOf({ meta }), { method: "POST", body: await withUploads(send, data) });
    },
    async update<R extends Row>(
      resource: string,
      { id, data, previousData, ...asked }: One & { readonly data: Fields; readonly previousData?: Fields },
    ): Promise<Answer<R>> {
      const body = await withUploads(send, changedIn(data, previousData));
      return named(resource, id, await send<Answer<R>>(pathOf(resource, id) + draftOf(asked), { method: "PUT", body }));
    },
    async delete<R extends Row>(resource: string, { id, previousData }: One & { readonly previousData?: R }): Promise<Answer<R>> {
      const { data } = await send<Answer<R>>(pathOf(resource, id), { method: "DELETE" });
      return { data: previousData ?? data };
    },

    updateMany: (resource: string, asked: Many & { readonly data: Fields }) => bulk(resource, "update", asked),
    deleteMany: (resource: string, { ids }: Many) => bulk(resource, "delete", { ids }),
    /** In addition to react-admin's methods: `bulk("article", "publish", { ids })`. */
    bulk,
    duplicate: <R extends Row>(resource: string, { id }: One): Promise<Answer<R>> =>
      send<Answer<R>>(`${pathOf(resource, id)}/duplicate`, { method: "POST" }),
  };
}

/** Converts react-admin's parameters to query strings of Colophon. */
type Values = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Values => Object.prototype.toString.call(value) === "[object Object]";
const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** `author.name` → `filter[author.name]`, `tags.$has` → `filter[tags][$has]`. */
function parameterOf(path: readonly string[]): string {
  const [fields, operators] = [false, true].map((isOperator) => path.filter((step) => step.startsWith("$") === isOperator));
  return `filter[${fields?.join(".")}]${operators?.map((step) => `[${step}]`).join("")}`;
}

function addFilter(to: URLSearchParams, path: readonly string[], value: unknown): void {
  if (isObject(value)) for (const [name, inner] of Object.entries(value)) addFilter(to, [...path, ...name.split(".")], inner);
  else if (value === null) to.append(parameterOf([...path, "$null"]), "true");
  else if (Array.isArray(value)) {
    const listed = parameterOf(path.at(-1)?.startsWith("$") ? path : [...path, "$in"]);
    for (const item of value.length === 1 ? [...value, ...value] : value) to.append(listed, textOf(item)); // a single value would be split at its commas
  } else if (value !== undefined) to.append(parameterOf(path), textOf(value));
}

/** `q` is a search, every other member of a filter a condition; `meta` adds parameters: `{ draft: true, resolve: { author: ["name"] } }`. */
function queryOf({ q, ...conditions }: Values, { resolve, ...meta }: Values = {}): URLSearchParams {
  const query = new URLSearchParams();
  if (typeof q === "string" && q.trim() !== "") query.append("q", q);
  addFilter(query, [], conditions);
  for (const [name, value] of Object.entries(meta)) if (value !== undefined) query.append(name, textOf(value));
  if (isObject(resolve)) for (const [name, fields] of Object.entries(resolve)) query.append(`resolve[${name}]`, textOf(fields));
  return query;
}

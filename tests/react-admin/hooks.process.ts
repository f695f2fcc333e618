/** React-admin's own hooks with the data provider. Prints their results, and the requests that were sent, as JSON. */
import { JSDOM } from "jsdom";
import type * as RaCore from "ra-core";
import type { DataProvider } from "ra-core";
import { createDataProvider, RefusedError } from "@colophon/react-admin";

const { window } = new JSDOM("<div id='root'></div>", { url: "http://localhost/" });
for (const name of ["document", "HTMLElement", "HTMLInputElement", "Node", "localStorage", "getComputedStyle", "MutationObserver"])
  Object.defineProperty(globalThis, name, { value: Reflect.get(window, name), configurable: true });
Object.defineProperty(globalThis, "window", { value: window, configurable: true });
Object.defineProperty(globalThis, "navigator", { value: window.navigator, configurable: true });

const { createElement, useEffect } = await import("react");
const { createRoot } = await import("react-dom/client");
const ra: typeof RaCore = await import("ra-core"); // reads `window` when it is loaded

const [, , url = "", apiKey = ""] = process.argv;
const requests: string[] = [];
const recorded: typeof fetch = (input, init) => {
  requests.push(`${init?.method} ${decodeURIComponent(String(input)).replace(url, "")}`);
  return fetch(input, init);
};
const provider = createDataProvider({ url, apiKey, fetch: recorded });
const dataProvider: DataProvider = provider; // typed for react-admin

/** Renders one hook at a time inside react-admin's context, until it has a result. */
function seen<T, R>(hook: () => T, pick: (value: T) => R | undefined): Promise<R> {
  const container = window.document.createElement("div");
  const root = createRoot(container);
  return new Promise<R>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Nothing was seen; requests: ${requests.join(", ")}`)), 60_000);
    function Probe() {
      const value = hook();
      useEffect(() => {
        const result = pick(value);
        if (result === undefined) return;
        clearTimeout(late);
        resolve(result);
      });
      return null;
    }
    root.render(createElement(ra.CoreAdminContext, { dataProvider }, createElement(Probe)));
  }).finally(() => root.unmount());
}

interface Query {
  readonly data?: unknown;
  readonly total?: number | undefined;
  readonly error?: unknown;
  readonly isSuccess: boolean;
}
const settled = (query: Query) => {
  if (query.error) throw query.error;
  return query.isSuccess ? { data: query.data as never, total: query.total } : undefined;
};
/** Calls a mutation once, and returns its result. */
function mutated(use: () => readonly [(...args: never[]) => unknown, Query], args: readonly unknown[]): Promise<unknown> {
  let isSent = false;
  return seen(use, ([mutate, state]) => {
    if (!isSent) void Reflect.apply(mutate, undefined, [...args, { mutationMode: "pessimistic" }]);
    isSent = true;
    return state.isSuccess ? state.data : undefined;
  });
}
/** The result of `work`, and the requests that were sent during it. */
async function during<T>(work: Promise<T>): Promise<{ answer: T; sent: string[] }> {
  const from = requests.length;
  const answer = await work;
  return { answer, sent: requests.slice(from) };
}

const LIST = { pagination: { page: 1, perPage: 2 }, sort: { field: "rank", order: "DESC" } } as const;
const author = (await provider.create<{ id: string }>("author", { data: { name: "Ann" } })).data;
const made: { id: string; title: string }[] = [];
for (const rank of [1, 2, 3])
  made.push(
    (await provider.create<{ id: string; title: string }>("article", { data: { title: `Story ${rank}`, rank, author: author.id } })).data,
  );
const ids = made.map(({ id }) => id);
await provider.create("article", { data: { title: "Another", rank: 9 } });

const report = {
  created: await mutated(() => ra.useCreate() as never, ["author", { data: { name: "Bob" } }]),
  list: await during(seen(() => ra.useGetList("article", { ...LIST, filter: { "author.name": "Ann", rank: { $gte: 1 } } }), settled)),
  searched: await during(seen(() => ra.useGetList("article", { ...LIST, filter: { q: "story" } }), settled)),
  sorted: await during(
    seen(() => ra.useGetList("article", { pagination: { page: 1, perPage: 10 }, sort: { field: "author.name", order: "ASC" } }), settled),
  ),
  one: await during(seen(() => ra.useGetOne("article", { id: ids[0], meta: { resolve: { author: ["name"] } } }), settled)),
  many: await during(seen(() => ra.useGetMany("article", { ids }), settled)),
  reference: await during(
    seen(
      () => ra.useGetManyReference("article", { target: "author", id: author.id, ...LIST, filter: { title: ["Story 1", "Story 3"] } }),
      settled,
    ),
  ),
  updated: await during(
    mutated(() => ra.useUpdate() as never, ["article", { id: ids[0], data: { ...made[0], title: "Changed" }, previousData: made[0] }]),
  ),
  updatedMany: await during(mutated(() => ra.useUpdateMany() as never, ["article", { ids, data: { section: "culture" } }])),
  sections: (await provider.getMany<{ id: string; section: string }>("article", { ids })).data.map(({ section }) => section),
  savedGlobal: await during(
    mutated(() => ra.useUpdate() as never, ["settings", { id: "settings", data: { theme: "dark" }, previousData: { id: "settings" } }]),
  ),
  global: await during(seen(() => ra.useGetOne("settings", { id: "settings" }), settled)),
  file: await during(
    mutated(
      () => ra.useCreate() as never,
      ["_file", { data: { file: { rawFile: new File(["text"], "note.txt"), src: "blob:", title: "note.txt" } } }],
    ),
  ),
  deletedMany: await during(mutated(() => ra.useDeleteMany() as never, ["article", { ids }])),
  left: await seen(() => ra.useGetList("article", { ...LIST }), settled),
  deleted: await during(mutated(() => ra.useDelete() as never, ["author", { id: author.id, previousData: author }])),
  refused: await provider
    .create("article", { data: { title: "x".repeat(51) } })
    .catch((error: unknown) => (error instanceof RefusedError ? { status: error.status, ...error.body } : String(error))),
  ids,
};
process.stdout.write(JSON.stringify(report), () => process.exit(0));

import { readJson, writeJson } from "./stored-json.ts";

/** The API request that each page sent after the configuration, by the page's URL, so that the next visit sends it at once. */
const STORAGE_KEY = "colophon.requests";
const MAX_PAGES = 20;

type Requests = readonly (readonly [page: string, request: string])[];

export function rememberedRequest(page: string, storage: Storage = localStorage): string | undefined {
  return read(storage).find(([known]) => known === page)?.[1];
}

/** Stores the newest pages only. */
export function rememberRequest(page: string, request: string | undefined, storage: Storage = localStorage): void {
  const others = read(storage).filter(([known]) => known !== page);
  const requests: Requests = request === undefined ? others : [[page, request], ...others];
  writeJson(storage, STORAGE_KEY, requests.slice(0, MAX_PAGES)); // else the next visit sends the request after the configuration
}

export function forgetRequests(storage: Storage = localStorage): void {
  storage.removeItem(STORAGE_KEY);
}

function read(storage: Storage): Requests {
  return readJson<Requests>(storage, STORAGE_KEY, []);
}

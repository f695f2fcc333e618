/** Requests that `start.ts` has sent before the page itself was loaded, by their address; each is taken once. */
declare global {
  interface Window {
    colophonEarly?: Map<string, Promise<Response>>;
  }
}

const FRESH_MS = 10_000;

/** The answer that is on its way already, if there is one. */
export function earlyAnswer(url: string): Promise<Response> | undefined {
  const early = window.colophonEarly;
  const answer = performance.now() < FRESH_MS ? early?.get(url) : undefined;
  early?.delete(url);
  return answer;
}

const MEMORY = "colophon.first-lists";
const MEMORY_SIZE = 30;

/** The address of the list that a page of this address asked for the last time. */
export function rememberedList(page: string): string | undefined {
  return new Map(read()).get(page);
}

/** Lets the next visit to the page send its list's request at once. */
export function rememberList(page: string, url: string): void {
  const others = read().filter(([known]) => known !== page);
  try {
    localStorage.setItem(MEMORY, JSON.stringify([[page, url], ...others].slice(0, MEMORY_SIZE)));
  } catch {
    // storage that is full or switched off: the request starts later
  }
}

function read(): readonly (readonly [string, string])[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(MEMORY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

import { rememberedRequest, rememberRequest } from "./remembered-requests.ts";

/** Requests that `start.ts` sends before the page is loaded; the first request for the same URL takes the answer. */
interface Early {
  readonly answers: Map<string, Promise<Response>>;
  /** Resolves when no more early requests will be sent. */
  readonly isComplete: Promise<void>;
}
declare global {
  interface Window {
    colophonEarly?: Early;
  }
}

const FRESH_MS = 10_000;
const HEADER_LINE = /^([^:\r\n]+):[ \t]*([^\r\n]*)/gm;

/**
 * Sends a request, and a second one whose URL depends on the first answer. At a repeated visit of the page both are sent at once: the
 * second one with the URL of the last visit, and again if that is not its URL any more.
 */
export function sendEarly(first: string, next: (body: unknown) => string | undefined): void {
  const answers = new Map<string, Promise<Response>>();
  const ask = (url: string) => {
    const answer = request(url);
    answers.set(url, answer);
    return answer;
  };
  const prefetch = (url: string | undefined) => {
    if (url !== undefined) ask(url).catch(() => undefined); // the caller that takes the answer handles the error
  };
  const askBoth = async () => {
    const page = location.pathname + location.search;
    const config = ask(first);
    const remembered = rememberedRequest(page);
    prefetch(remembered);
    const answer = await config;
    if (!answer.ok) return;
    const url = next(await answer.json());
    if (url !== remembered) prefetch(url); // its answer may have been taken already
    rememberRequest(page, url);
  };
  window.colophonEarly = { answers, isComplete: askBoth().catch(() => undefined) };
}

/** An answer whose text is there already: browsers read the body of other answers in later tasks. */
class KnownAnswer extends Response {
  readonly #text: string;
  constructor(text: string, init: ResponseInit) {
    super(text || null, init);
    this.#text = text;
  }
  override async text(): Promise<string> {
    return this.#text;
  }
  override async json(): Promise<unknown> {
    return JSON.parse(this.#text) as unknown;
  }
}

/**
 * Sends a request like `fetch`. Browsers deliver the whole answer of an XMLHttpRequest in one task, but the body of an answer of `fetch`
 * in several later ones, which wait behind the scripts and the first layout of the page.
 */
function request(url: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = new XMLHttpRequest();
    sent.open("GET", url);
    sent.withCredentials = true;
    sent.setRequestHeader("accept", "application/json");
    sent.addEventListener("load", () => resolve(new KnownAnswer(sent.responseText, { status: sent.status, headers: headersOf(sent) })));
    sent.addEventListener("error", () => reject(new TypeError(`${url} could not be loaded`)));
    sent.send();
  });
}

function headersOf(sent: XMLHttpRequest): Headers {
  const lines = sent.getAllResponseHeaders().matchAll(HEADER_LINE);
  return new Headers([...lines].map(([, name = "", value = ""]): [string, string] => [name, value]));
}

/** The early answer for this URL, if there is one. */
export async function earlyAnswer(url: string): Promise<Response | undefined> {
  const early = window.colophonEarly;
  if (!early || performance.now() > FRESH_MS) return undefined;
  if (!early.answers.has(url)) await early.isComplete;
  const answer = early.answers.get(url);
  early.answers.delete(url);
  return answer;
}

/** Resolves when the promise does, at the latest after this time. Rejects if the promise rejects earlier. */
export async function waitAtMost(ms: number, promise: Promise<unknown>): Promise<void> {
  await Promise.race([promise, new Promise((resolve) => setTimeout(resolve, ms))]);
}

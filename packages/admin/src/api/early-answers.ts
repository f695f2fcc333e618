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
const INIT: RequestInit = { headers: { accept: "application/json" }, credentials: "include" };

/**
 * Sends a request, and a second one whose URL depends on the first answer. At a repeated visit of the page both are sent at once: the
 * second one with the URL of the last visit, and again if that is not its URL any more.
 */
export function sendEarly(first: string, next: (body: unknown) => string | undefined): void {
  const answers = new Map<string, Promise<Response>>();
  const ask = (url: string) => {
    const answer = fetch(url, INIT).then(received);
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
    const answer = (await config).clone();
    if (!answer.ok) return;
    const url = next(await answer.json());
    if (url !== remembered) prefetch(url); // its answer may have been taken already
    rememberRequest(page, url);
  };
  window.colophonEarly = { answers, isComplete: askBoth().catch(() => undefined) };
}

/** The answer with its whole body, which would otherwise be read only when somebody takes the answer. */
async function received(answer: Response): Promise<Response> {
  return new Response((await answer.text()) || null, answer);
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

/** Requests that `start.ts` sends before the page itself is loaded; whoever asks for the same address first takes the answer. */
interface Early {
  readonly answers: Map<string, Promise<Response>>;
  /** Settles when no further one is sent. */
  readonly isComplete: Promise<void>;
}
declare global {
  interface Window {
    colophonEarly?: Early;
  }
}

const FRESH_MS = 10_000;
const INIT: RequestInit = { headers: { accept: "application/json" }, credentials: "include" };

/** Sends a request, and the one that follows from what its answer holds. */
export function sendEarly(first: string, next: (body: unknown) => string | undefined): void {
  const answers = new Map<string, Promise<Response>>();
  const ask = (url: string) => {
    const answer = fetch(url, INIT);
    answers.set(url, answer);
    return answer;
  };
  const askBoth = async () => {
    const answer = await ask(first);
    const url = answer.ok ? next(await answer.clone().json()) : undefined;
    if (url !== undefined) ask(url).catch(() => undefined); // whoever takes it sees the failure
  };
  window.colophonEarly = { answers, isComplete: askBoth().catch(() => undefined) };
}

/** The answer that is on its way already, if there is one. */
export async function earlyAnswer(url: string): Promise<Response | undefined> {
  const early = window.colophonEarly;
  if (!early || performance.now() > FRESH_MS) return undefined;
  if (!early.answers.has(url)) await early.isComplete;
  const answer = early.answers.get(url);
  early.answers.delete(url);
  return answer;
}

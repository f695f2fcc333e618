/** What a failed test prints after its error: its last requests with their answers, and what the test file's sites tell about them. */
const LAST = 5;
const LONGEST_TEXT = 2_000;

/** A request of the current test, and its answer as far as the test has read it. */
export interface Exchange {
  /** The method, the URL, and the body if it is text. */
  readonly sent: string;
  status?: number;
  requestId?: string | null | undefined;
  answered?: string;
}

/** Tells about a failed test that sent these requests: log lines, or the path of a screenshot. */
export type FailureReporter = (exchanges: readonly Exchange[]) => Promise<readonly string[]>;

let exchanges: Exchange[] = [];
let reporters: FailureReporter[] = [];

/** Adds a reporter for the tests of the current file. */
export function addFailureReporter(reporter: FailureReporter): void {
  reporters.push(reporter);
}

/** A reporter that prints the log lines of the requests. */
export function logReporter(printed: () => Promise<string>): FailureReporter {
  return async (sent) => {
    const ids = sent.flatMap(({ requestId }) => requestId ?? []);
    return (await printed()).split("\n").filter((line) => ids.some((id) => line.includes(id)));
  };
}

/** Adds a request of the current test. */
export function addExchange(exchange: Exchange): Exchange {
  exchanges = [...exchanges.slice(1 - LAST), exchange];
  return exchange;
}

/** Forgets the requests of the previous test. */
export function forgetExchanges(): void {
  exchanges = [];
}

/** Forgets the reporters of the previous file. */
export function forgetFailureReporters(): void {
  reporters = [];
}

/** `fetch` that adds each request and its answer. */
export function recording(send: typeof fetch): typeof fetch {
  return async (input, options) => {
    const url = input instanceof Request ? input.url : String(input);
    const body = typeof options?.body === "string" ? `\n${cut(options.body)}` : "";
    const exchange = addExchange({ sent: `${options?.method ?? "GET"} ${url}${body}` });
    const answer = await send(input, options);
    exchange.status = answer.status;
    exchange.requestId = answer.headers.get("x-request-id");
    const read = answer.text.bind(answer);
    const text = async () => (exchange.answered = await read());
    return Object.assign(answer, { text, json: async () => JSON.parse(await text()) as unknown });
  };
}

/** All of this as an error without a stack; null if there is nothing to tell. */
export async function failureDetails(): Promise<Error | null> {
  const reported = await Promise.all(reporters.map((report) => report(exchanges).catch((error: unknown) => [String(error)])));
  const lines = [...exchanges.map(textOf), ...reported.flat().map(cut)];
  if (lines.length === 0) return null;
  const error = new Error(`The last requests of this test, and the log:\n\n${lines.join("\n\n")}`);
  error.stack = error.message;
  return error;
}

function textOf({ sent, status, requestId, answered }: Exchange): string {
  const id = requestId ? ` (request id ${requestId})` : "";
  return `${sent}\n→ ${status ?? "no answer"}${id}${answered ? `\n${cut(answered)}` : ""}`;
}

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

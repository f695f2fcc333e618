import { eventually } from "../eventually.ts";

/** A message of a stream: an event, or only an id or a comment. */
export interface Message {
  readonly id?: string;
  readonly event?: string;
  readonly data?: ReturnType<typeof JSON.parse>;
  readonly comment?: string;
}

export type EventStream = Awaited<ReturnType<typeof openEventStream>>;

/** Opens an event stream and collects its messages. */
export async function openEventStream(url: string, headers: Record<string, string> = {}) {
  const abort = new AbortController();
  const answer = await fetch(url, { headers, signal: abort.signal });
  const messages: Message[] = [];
  const state = { isOpen: answer.ok };
  const ended = (answer.ok ? collect(answer, messages) : Promise.resolve()).finally(() => (state.isOpen = false));
  await eventually(() => messages.length > 0 || !state.isOpen, { what: "the stream says something" });
  const events = () => messages.filter(({ event }) => event !== undefined);

  return {
    status: answer.status,
    headers: answer.headers,
    /** The body of a refusal. */
    refusal: (answer.ok ? null : await answer.json()) as ReturnType<typeof JSON.parse>,
    messages,
    events,
    /** As `updated article 2`. */
    lines: () => events().map(({ event, data }) => (event === "reset" ? event : `${event} ${data.entity} ${data.version}`)),
    isOpen: () => state.isOpen,
    lastId: () => messages.findLast(({ id }) => id !== undefined)?.id,

    /** Waits until that many events are there. */
    async have(count: number): Promise<void> {
      await eventually(() => events().length >= count, { what: `${count} events in ${url}` });
    },

    /** Resolves when the server has ended it. */
    ended,

    async close(): Promise<void> {
      abort.abort();
      await ended;
    },
  };
}

async function collect(answer: Response, messages: Message[]): Promise<void> {
  let rest = "";
  try {
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + piece).split("\n\n");
      rest = blocks.pop() ?? "";
      messages.push(...blocks.map(parse));
    }
  } catch {
    // aborted, or cut by the server
  }
}

function parse(block: string): Message {
  const fields = block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()] as const);
  const valueOf = (name: string) => fields.find(([field]) => field === name)?.[1];
  const [id, event, data, comment] = ["id", "event", "data", ""].map(valueOf);
  return {
    ...(id !== undefined && { id }),
    ...(event !== undefined && { event }),
    ...(data !== undefined && { data: JSON.parse(data) }),
    ...(comment !== undefined && { comment }),
  };
}

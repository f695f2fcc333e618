import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createClient } from "../src/index.ts";

const config = { entities: [{ name: "article", fields: [{ name: "title", type: "text" }] }] } as const;
const CHANGE = { event: "article.updated", entity: "article", id: "1", version: 2, locale: null, time: "2026-11-26T09:30:00.000Z" };
const EVENT = { ...CHANGE, event: "updated" };
const textOf = (id: string) => `id: ${id}\nevent: updated\ndata: ${JSON.stringify(CHANGE)}\n\n`;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** The pieces of one answer; after them it ends, breaks, or stays open. */
interface Scripted {
  readonly pieces?: readonly string[];
  readonly afterwards?: "breaks" | "stays";
  readonly status?: number;
  readonly headers?: Record<string, string>;
}

/** A client whose requests for events get these answers, one after the other; then none. */
function scripted(...answers: readonly Scripted[]) {
  const sent: { readonly url: string; readonly lastId: string | null }[] = [];
  const fetch = async (url: unknown, { headers, signal }: RequestInit = {}) => {
    const { pieces = [], afterwards, status = 200, headers: own = {} } = answers[sent.length] ?? { afterwards: "stays" };
    sent.push({ url: String(url), lastId: new Headers(headers).get("last-event-id") });
    if (status !== 200) return Response.json({ error: { code: "SOME", message: "refused" } }, { status, headers: own });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        signal?.addEventListener("abort", () => controller.error(new Error("aborted")));
        if (afterwards === undefined) controller.close();
      },
      pull(controller) {
        if (afterwards === "breaks") controller.error(new TypeError("terminated"));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
  return { sent, cms: createClient<typeof config>({ url: "https://cms.example.com", fetch: fetch }) };
}

/** The next event, however long it takes by the clock. */
async function nextOf<T>(events: AsyncGenerator<T>): Promise<T | "end"> {
  const results: (T | "end")[] = [];
  void events.next().then(({ done, value }) => results.push(done ? "end" : value));
  for (;;) {
    const [result] = results;
    if (result !== undefined) return result;
    await jest.advanceTimersByTimeAsync(500);
  }
}

test("events are read from pieces of any size; comments and ids are none", async () => {
  const text = `: open\nretry: 1000\nid: 1.0\n\n${textOf("1.1")}: heartbeat\nid: 1.2\n\n${textOf("2.1")}`;
  const { cms, sent } = scripted({ pieces: [text.slice(0, 70), text.slice(70, 75), text.slice(75)], afterwards: "stays" });
  const events = cms.events({ entities: ["article"] });

  expect([await nextOf(events), await nextOf(events)]).toEqual([EVENT, EVENT]);
  expect(sent[0]?.url).toBe("https://cms.example.com/api/_events?entities=article");
});

test("a connection that ends, breaks or is refused for now is opened again after the last id", async () => {
  const { cms, sent } = scripted(
    { pieces: ["id: 1.0\n\n", textOf("1.1")] },
    { pieces: [textOf("2.1")], afterwards: "breaks" },
    { status: 503, headers: { "retry-after": "2" } },
    { status: 429 },
    { pieces: ["id: 3.0\n\n", textOf("3.1")], afterwards: "stays" },
  );
  const events = cms.events();

  expect([await nextOf(events), await nextOf(events), await nextOf(events)]).toEqual([EVENT, EVENT, EVENT]);
  expect(sent.map(({ lastId }) => lastId)).toEqual([null, "1.1", "2.1", "2.1", "2.1"]);
});

test("a reset says that something may be missing: the service's, and where no id was known", async () => {
  const told = scripted({ pieces: ["id: 9.0\nevent: reset\ndata: {}\n\n"], afterwards: "stays" });
  const unknown = scripted({ status: 503 }, { pieces: [textOf("1.1")], afterwards: "stays" });

  expect(await nextOf(told.cms.events())).toEqual({ event: "reset" });
  const events = unknown.cms.events();
  expect([await nextOf(events), await nextOf(events)]).toEqual([{ event: "reset" }, EVENT]);
});

test("a connection without heartbeats is opened again", async () => {
  const { cms, sent } = scripted({ pieces: ["id: 1.0\n\n"], afterwards: "stays" }, { pieces: [textOf("1.1")], afterwards: "stays" });

  expect(await nextOf(cms.events())).toEqual(EVENT);
  expect(sent.map(({ lastId }) => lastId)).toEqual([null, "1.0"]);
});

test("a refusal that waiting does not change is thrown, and an aborted stream ends", async () => {
  const refused = scripted({ status: 403 }).cms.events();
  const abort = new AbortController();
  const { cms, sent } = scripted({ pieces: [textOf("1.1")], afterwards: "stays" });
  const events = cms.events({ signal: abort.signal });

  await Promise.all([expect(refused.next()).rejects.toMatchObject({ status: 403 }), jest.advanceTimersByTimeAsync(1)]);
  expect(await nextOf(events)).toEqual(EVENT);
  abort.abort();
  expect(await nextOf(events)).toBe("end");
  expect(sent).toHaveLength(1);
});

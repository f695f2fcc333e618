import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../support/http/client.ts";

const PAGES = 4;
/** Between two writes of a record: answers are cached meanwhile. */
const WRITE_EVERY_MS = 250;
/** Between two reads of a reader: the processor has time for the faults. */
const READ_EVERY_MS = 5;

/** A counted record: writers increase its number, and readers compare it with the last one that was answered. */
interface Counted {
  readonly path: string;
  readonly id: string;
  sent: number;
  answered: number;
}

export type Numbers = Awaited<ReturnType<typeof startNumbers>>;

/**
 * Increases the numbers of a section and some pages through gateways in turn, and reads them in several ways through all of them.
 *
 * @param gateways - callers of each gateway
 */
export async function startNumbers(gateways: readonly Client[]) {
  const [first] = gateways;
  if (!first) throw new Error("Numbers need a gateway");
  const make = async (entity: string, body: object): Promise<Counted> => {
    const { data } = await first.post(`/api/${entity}`, { number: 0, ...body });
    return { path: `/api/${entity}/${data.id}`, id: data.id, sent: 0, answered: 0 };
  };
  const section = await make("section", {});
  const pages = await Promise.all(Array.from({ length: PAGES }, () => make("page", { section: section.id })));
  const stale: string[] = [];
  const counts = { written: 0, read: 0 };
  const stop = new AbortController();

  async function write(counted: Counted, turn: number): Promise<void> {
    const gateway = gateways[turn % gateways.length]!;
    const number = (counted.sent += 1);
    const { status } = await gateway.put(counted.path, { number });
    if (status !== 200) return;
    counted.answered = Math.max(counted.answered, number);
    counts.written += 1;
  }

  const note = (counted: Counted, atLeast: number, shown: number, way: string): void => {
    if (shown < atLeast) stale.push(`${way} showed ${shown}, not ${atLeast}, of ${counted.path}`);
  };

  /** A page with its section. */
  async function readPage(gateway: Client, page: Counted): Promise<void> {
    const [atLeast, ofSection] = [page.answered, section.answered];
    const { status, data } = await gateway.get(`${page.path}?resolve[section]=number`);
    if (status !== 200) return;
    counts.read += 1;
    note(page, atLeast, data.number, "a record");
    note(section, ofSection, data.section.number, "a resolved record");
  }

  async function readList(gateway: Client): Promise<void> {
    const atLeast = pages.map(({ answered }) => answered);
    const { status, data } = await gateway.get("/api/page?sort=createdAt&limit=50&fields=number");
    if (status !== 200) return;
    counts.read += 1;
    for (const [at, page] of pages.entries())
      note(page, atLeast[at]!, data.find(({ id }: { id: string }) => id === page.id)?.number ?? -1, "a list");
  }

  const loop = async (work: (turn: number) => Promise<void>): Promise<void> => {
    for (let turn = 0; !stop.signal.aborted; turn++) {
      await work(turn).catch(() => sleep(20)); // a killed process closes its connections
    }
  };
  const writing = [section, ...pages].map((page) =>
    loop(async (turn) => {
      await sleep(WRITE_EVERY_MS * (0.5 + Math.random()));
      await write(page, turn);
      await Promise.all(gateways.flatMap((gateway) => [readPage(gateway, pages[turn % PAGES]!), readList(gateway)]));
    }),
  );
  const reading = gateways.flatMap((gateway) => [
    loop(async (turn) => {
      await sleep(READ_EVERY_MS);
      await readPage(gateway, pages[turn % PAGES]!);
    }),
    loop(async (turn) => {
      await sleep(READ_EVERY_MS);
      await (turn % 2 === 0 ? readList(gateway) : readPage(gateway, pages[0]!));
    }),
  ]);

  return {
    written: () => counts.written,
    read: () => counts.read,
    stale: () => stale,
    async stop(): Promise<void> {
      stop.abort();
      await Promise.all([...writing, ...reading]);
    },
  };
}

import { asService, stopTracing } from "../tracing/trace.ts";
import { allMetrics, type Metrics } from "../metrics/metrics.ts";
import { type Log, createReminder } from "../log/log.ts";
import { answerPings, onStopSignal } from "./supervised.ts";
import { openProcess } from "./open-process.ts";
import { once } from "./listen.ts";
import { run } from "./run.ts";
import type { Service } from "./service.ts";
import { startService, type StartedService } from "./start-service.ts";
import { keepAddresses } from "./steady-lookup.ts";

/** A service and its place in this process. */
export interface Placed {
  readonly service: Service;
  /** Its own variables; of them it reads only those that it names. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The path of the Unix socket on which it listens; by default it listens on `HOST` and `PORT`. */
  readonly socket?: string;
  /** Those of round 1 have stopped before those of round 2 begin to. */
  readonly stopRound?: number;
}

/**
 * Runs services in this process until a signal. All of their variables are checked before one of them opens anything. A failure that ends
 * one of them ends the process.
 */
export function runServices(list: readonly Placed[]): Promise<void> {
  const refusals = list.flatMap(({ service }) => service.refusals);
  return run(async () => {
    const prepared = list.map((placed) => ({ ...placed, ...placed.service.prepare(placed.variables) }));
    const shown: Metrics[] = [];
    const logs: Log[] = [];
    const remind = createReminder((sentence) => logs[0]?.warn(sentence));
    keepAddresses((hostname) => remind(`the name servers don't answer for ${hostname}: its last addresses are used`));
    const isAlone = list.length === 1;
    const startOne = async ({ service, env, open, socket }: (typeof prepared)[number]): Promise<StartedService> => {
      const { log, metrics: own } = await openProcess(service.name, env, { isAlone });
      shown.push(own);
      logs.push(log);
      const opened = await open({ log, metrics: own });
      const isApart = typeof opened.serving === "object";
      const metrics = isApart && !isAlone ? allMetrics(own, shown) : own;
      return startService({ opened, env, log, metrics, socket });
    };
    const started = await Promise.all(prepared.map((service) => asService(service.service.name, () => startOne(service))));
    const rounds = roundsOf(list.map(({ stopRound = 1 }, at) => ({ stopRound, stop: started[at]?.stop })));
    const [first] = started;
    if (!first) return;
    onStopSignal({
      log: first.log,
      rounds: rounds.length,
      stop: once(async () => {
        for (const round of rounds) await Promise.all(round.map((stop) => stop()));
        await stopTracing();
      }),
    });
    answerPings();
    for (const { onListening } of started) onListening();
    await Promise.all(started.map(({ begun }) => begun()));
  }, refusals);
}

type Stop = () => Promise<void>;

function roundsOf(stops: readonly { readonly stopRound: number; readonly stop: Stop | undefined }[]): readonly (readonly Stop[])[] {
  const byRound = Map.groupBy(stops, ({ stopRound }) => stopRound);
  return [...byRound.keys()].toSorted((a, b) => a - b).map((round) => (byRound.get(round) ?? []).flatMap(({ stop }) => stop ?? []));
}

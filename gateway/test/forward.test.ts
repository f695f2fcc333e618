import { createServer } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "@jest/globals";
import { createLog, startListening, urlOf } from "@colophon/runtime";
import { createClientReader } from "../src/requests/client-address.ts";
import { openCall } from "../src/requests/call.ts";
import { createForward } from "../src/forwarding/forward.ts";
import { createConcurrencyLimiter } from "../src/limits/concurrency-limiter.ts";
import { createSharedStreams } from "../src/streams/shared-streams.ts";
import { createTargets } from "../src/forwarding/targets.ts";
import { startFakeUpstream } from "./support/fake-upstream.ts";

/** Node's error if the first address of a name was too slow, and the next refused. */
const noneConnected = Object.assign(new AggregateError([]), { code: "ETIMEDOUT" });

test("a read that no address of its service accepted in time is tried once more", async () => {
  const service = await startFakeUpstream();
  const targets = createTargets();
  const connect = targets.agent.createConnection.bind(targets.agent);
  let tries = 0;
  targets.agent.createConnection = (...given) => (++tries === 1 ? new Socket().destroy(noneConnected) : connect(...given));
  const forward = createForward({
    url: service.url,
    targets,
    concurrency: createConcurrencyLimiter(),
    readTime: () => undefined,
    log: createLog({ name: "gateway", level: "silent" }),
    answers: null,
    answerMs: () => 60_000,
    streams: createSharedStreams(),
  });
  const server = createServer((request, response) => {
    const call = openCall({ request, response, awaitsContinue: false }, createClientReader());
    if (call.policy) forward(call, { policy: call.policy, service: "content", limitKey: "one", body: null, limitBytes: 0 });
  });
  await startListening(server, 0, "127.0.0.1");

  const answer = await fetch(`${urlOf(server, "127.0.0.1")}/api/article`);
  await answer.text();
  targets.agent.destroy();
  server.close();
  await service.stop();

  expect([answer.status, tries, service.seen.length]).toEqual([200, 2, 1]);
});

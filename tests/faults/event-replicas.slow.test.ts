import { describe, expect, test } from "@jest/globals";
import { join } from "node:path";
import { openEventStream, type EventStream } from "../support/http/event-stream.ts";
import { HAS_REPLICAS, startReplica } from "../support/stack/replica.ts";
import { SEPARATE, startTestStack, type TestStack } from "../support/stack/stack.ts";

const idsOf = (stream: EventStream) => stream.events().map(({ id }) => id);

/** Another content service, and another gateway in front of it, beside those of the stack. */
async function startBeside(stack: TestStack) {
  const content = await startReplica(stack, "content");
  const gateway = await startReplica(stack, "gateway", { variables: { CONTENT_URL: content.url } });
  expect([await content.ready(), await gateway.ready()]).toEqual([true, true]);
  return { content, gateway };
}

(HAS_REPLICAS ? describe : describe.skip)("with two gateways, each in front of a content service of its own", () => {
  test("both tell all changes in one order with the same ids; who loses one of them comes back to the other and misses nothing", async () => {
    const stack = await startTestStack({ configFile: join(import.meta.dirname, "events.config.ts"), variables: SEPARATE });
    const { content, gateway } = await startBeside(stack);
    try {
      const streamOf = (url: string, lastId = "") => openEventStream(`${url}/api/_events?entities=tag`, { "last-event-id": lastId });
      const writers = [stack.admin, stack.admin.at(gateway.url)];
      const [one, other] = [await streamOf(stack.url), await streamOf(gateway.url)];
      for (let number = 0; number < 6; number += 1) await writers[number % 2]?.post("/api/tag", { label: String(number) });
      await Promise.all([one.have(6), other.have(6)]);

      await Promise.all([gateway.kill(), content.kill()]);
      await other.ended;
      for (let number = 6; number < 9; number += 1) await stack.admin.post("/api/tag", { label: String(number) });
      await one.have(9);
      const back = await streamOf(stack.url, other.events()[3]?.id);
      await back.have(5);
      const seen = [idsOf(one), idsOf(other), idsOf(back)];
      await Promise.all([one.close(), back.close()]);

      expect(new Set(seen[0]).size).toBe(9);
      expect(seen.slice(1)).toEqual([seen[0]?.slice(0, 6), seen[0]?.slice(4)]);
    } finally {
      await Promise.all([gateway.stop(), content.stop()]);
      await stack.stop();
    }
  });
});

import { expect, test } from "@jest/globals";
import { createClient } from "../support/http/client.ts";
import { HAS_REPLICAS, startReplica } from "../support/stack/replica.ts";
import { SEPARATE } from "../support/stack/stack.ts";
import { testRedisAway } from "./redis.ts";

const { site, freezeRedis } = testRedisAway(SEPARATE);

(HAS_REPLICAS ? test : test.skip)("without Redis, each gateway applies the limit itself", async () => {
  const gateways = await Promise.all([1, 2].map(() => startReplica(site.stack, "gateway", { variables: { RATE_LIMIT_PER_MINUTE: "20" } })));
  for (const gateway of gateways) expect(await gateway.ready()).toBe(true);
  const thaw = freezeRedis();
  try {
    for (const { url } of gateways) {
      const { get } = createClient(url);
      const answers = await Promise.all(Array.from({ length: 50 }, () => get("/api/tag")));

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    }
  } finally {
    thaw();
    await Promise.all(gateways.map((gateway) => gateway.stop()));
  }
});

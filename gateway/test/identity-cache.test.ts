import { expect, test } from "@jest/globals";
import { createIdentityCache, type Principal } from "../src/identity/identity-cache.ts";

const someone: Principal = {
  identity: { kind: "session", credentialId: "s", userId: "u", role: "editor", expiresAt: null },
  rateLimitPerMinute: null,
};

function setUp(answer: Principal | null = someone) {
  const clock = { now: 0, lookUps: 0 };
  const cache = createIdentityCache(
    async () => {
      clock.lookUps++;
      return answer;
    },
    () => clock.now,
  );
  return { clock, cache };
}

test("an identity is cached for ten seconds, while the epoch is unchanged", async () => {
  const { clock, cache } = setUp();

  for (clock.now of [0, 5000, 9999]) expect(await cache.find("k", "e1")).toBe(someone);
  expect(clock.lookUps).toBe(1);
  clock.now = 10_000;
  await cache.find("k", "e1");
  expect(clock.lookUps).toBe(2);
});

test("a changed epoch causes a new look-up, also when the epoch returns to an old value", async () => {
  const { clock, cache } = setUp();

  for (const epoch of ["e1", "e2", "e2", "e1"]) await cache.find("k", epoch);

  expect(clock.lookUps).toBe(3);
});

test("without an epoch, an identity is cached for one second, and not used after an epoch is known", async () => {
  const { clock, cache } = setUp();

  for (clock.now of [0, 999]) await cache.find("k", null);
  expect(clock.lookUps).toBe(1);
  clock.now = 1000;
  await cache.find("k", null);
  expect(clock.lookUps).toBe(2);
  await cache.find("k", "e1");
  expect(clock.lookUps).toBe(3);
});

test("a look-up that began under an older epoch is not shared", async () => {
  const answers: ((identity: Principal | null) => void)[] = [];
  const cache = createIdentityCache(
    () => new Promise((resolve) => answers.push(resolve)),
    () => 0,
  );

  const before = cache.find("k", "e1");
  const same = cache.find("k", "e1");
  const after = cache.find("k", "e2");
  answers[0]?.(someone);
  answers[1]?.(null);

  expect(answers).toHaveLength(2);
  expect(await Promise.all([before, same, after])).toEqual([someone, someone, null]);
});

test("invalid and expired credentials are not cached", async () => {
  const dead = setUp(null);
  for (let i = 0; i < 3; i++) expect(await dead.cache.find("k", "e1")).toBeNull();
  expect(dead.clock.lookUps).toBe(3);

  const ended = setUp({ ...someone, identity: { ...someone.identity, expiresAt: new Date(Date.now() - 1).toISOString() } });
  for (let i = 0; i < 3; i++) await ended.cache.find("k", "e1");
  expect(ended.clock.lookUps).toBe(3);
});

test("a failed look-up fails for all requests that shared it, and is repeated for the next", async () => {
  let tries = 0;
  const cache = createIdentityCache(async () => {
    if (++tries === 1) throw new Error("away");
    return someone;
  });

  const results = await Promise.allSettled([cache.find("k", "e1"), cache.find("k", "e1")]);

  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await cache.find("k", "e1")).toBe(someone);
  expect(tries).toBe(2);
});

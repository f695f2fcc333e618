import { expect, test } from "@jest/globals";
import { bucketsOf, isCountedApart, shareKeyOf } from "../src/limits/buckets.ts";

type Given = Parameters<typeof bucketsOf>;
type Principal = NonNullable<Given[1]>;

const LIMITS = { general: 200, auth: 10, user: 600, assets: 900 };
const client = { limitKey: "192.0.2.1" } as Given[0]["client"];
const principalOf = (identity: object, rateLimitPerMinute: number | null = null) => ({ identity, rateLimitPerMinute }) as Principal;
const session = principalOf({ kind: "session", userId: "ada", credentialId: "s1" });
const key = principalOf({ kind: "key", userId: "ada", credentialId: "k1" });
const ownLimit = principalOf({ kind: "key", userId: "ada", credentialId: "k1" }, 50);

const GENERAL = { key: "cms:limit:192.0.2.1", max: 200 };
const AUTH = { key: "cms:limit:auth:192.0.2.1", max: 10 };

test.each<[who: string, bucket: string, principal: Principal | null, buckets: readonly object[]]>([
  ["an anonymous caller", "general", null, [GENERAL]],
  ["an anonymous caller", "sign-in", null, [GENERAL, AUTH]],
  ["an anonymous caller", "session", null, [GENERAL, AUTH]],
  ["an anonymous caller", "files", null, [{ key: "cms:limit:assets:192.0.2.1", max: 900 }]],
  ["a key without a limit of its own", "general", key, [GENERAL]],
  ["a key without a limit of its own", "session", key, [GENERAL, AUTH]],
  ["a key with a limit of its own", "general", ownLimit, [{ key: "cms:limit:key:k1", max: 50 }]],
  ["a key with a limit of its own", "session", ownLimit, [{ key: "cms:limit:key:k1", max: 50 }]],
  [
    "a key with a limit of its own",
    "sign-in",
    ownLimit,
    [
      { key: "cms:limit:key:k1", max: 50 },
      { key: "cms:limit:auth:key:k1", max: 10 },
    ],
  ],
  ["a session", "general", session, [{ key: "cms:limit:user:ada", max: 600 }]],
  ["a session", "session", session, [{ key: "cms:limit:user:ada", max: 600 }]],
  ["a session", "files", session, [{ key: "cms:limit:assets:user:ada", max: 900 }]],
])("%s counts with a route of the bucket %s", (_who, bucket, principal, buckets) => {
  const policy = { bucket } as Given[0]["policy"];

  expect(bucketsOf({ client, policy }, principal, LIMITS)).toEqual(buckets);
});

test("only a key with a limit of its own has places of its own, and it and sessions are counted apart from the address", () => {
  expect([session, key, ownLimit].map((principal) => shareKeyOf(client, principal))).toEqual(["192.0.2.1", "192.0.2.1", "key:k1"]);
  expect([session, key, ownLimit].map(isCountedApart)).toEqual([true, false, true]);
});

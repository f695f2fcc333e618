import { readEnv } from "@colophon/config";
import { expect, test } from "@jest/globals";
import { REDIS_ENV_NAMES, redisSettings } from "../src/index.ts";

const CA = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----";
const settingsOf = (source: Readonly<Record<string, string>>) =>
  redisSettings(readEnv(source, ["REDIS_URL", ...REDIS_ENV_NAMES], ["REDIS_URL"]));

test("a URL alone is used as it is", () => {
  expect(settingsOf({ REDIS_URL: "redis://:pw@redis:6380/2" })).toEqual({ redisUrl: "redis://:pw@redis:6380/2", redisOptions: {} });
});

test("rediss:// means TLS, with the authorities of Node or with one's own", () => {
  const REDIS_URL = "rediss://user:pw@redis.example.com:6380";

  expect(settingsOf({ REDIS_URL })).toEqual({ redisUrl: "redis://user:pw@redis.example.com:6380", redisOptions: { tls: {} } });
  expect(settingsOf({ REDIS_URL, REDIS_CA: CA }).redisOptions).toEqual({ tls: { ca: CA } });
});

test("Sentinels replace the address of the URL, and are asked with TLS if Redis is", () => {
  const sentinels = "s-0, s-1:26380,[::1]:26381";
  const plain = settingsOf({ REDIS_URL: "redis://:pw@any/1", REDIS_SENTINELS: sentinels });
  const encrypted = settingsOf({
    REDIS_URL: "rediss://any",
    REDIS_CA: CA,
    REDIS_SENTINELS: sentinels,
    REDIS_SENTINEL_NAME: "site",
    REDIS_SENTINEL_PASSWORD: "pw",
  });

  expect(plain.redisOptions).toMatchObject({
    sentinels: [
      { host: "s-0", port: 26_379 },
      { host: "s-1", port: 26_380 },
      { host: "::1", port: 26_381 },
    ],
    name: "mymaster",
  });
  expect(plain.redisOptions).not.toHaveProperty("sentinelTLS");
  expect(encrypted.redisOptions).toMatchObject({
    name: "site",
    sentinelPassword: "pw",
    tls: { ca: CA },
    sentinelTLS: { ca: CA },
    enableTLSForSentinelMode: true,
  });
});

test("a connection is made again if its server has become a replica, and for no other error", () => {
  const { redisOptions } = settingsOf({ REDIS_URL: "redis://any", REDIS_SENTINELS: "s-0" });

  expect(redisOptions.reconnectOnError?.(new Error("READONLY You can't write against a read only replica."))).toBe(true);
  expect(redisOptions.reconnectOnError?.(new Error("OOM command not allowed"))).toBe(false);
});

test.each([
  [{ REDIS_URL: "redis://redis", REDIS_CA: CA }, "REDIS_CA has no effect without TLS"],
  [{ REDIS_URL: "redis://redis", REDIS_CA: "a path" }, "REDIS_CA is"],
  [{ REDIS_URL: "redis://redis", REDIS_SENTINELS: "a b:1" }, "REDIS_SENTINELS is"],
  [{ REDIS_URL: "redis://redis", REDIS_SENTINELS: "a:99999" }, "REDIS_SENTINELS is"],
  [{ REDIS_URL: "redis://redis", REDIS_SENTINELS: "redis://a:1" }, "REDIS_SENTINELS is"],
])("%j is a mistake", (source, message) => {
  expect(() => settingsOf(source)).toThrow(message);
});

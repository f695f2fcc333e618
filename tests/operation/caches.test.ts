import { generateKeyPairSync } from "node:crypto";
import type dns from "node:dns";
import { globSync, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createSigner, createVerifier, type Identity } from "@colophon/runtime";
import { LRUCache } from "lru-cache";
import { createAnswerCache } from "../../gateway/src/answer-cache/answer-cache.ts";
import { createClientReader } from "../../gateway/src/requests/client-address.ts";
import { createIdentityCache } from "../../gateway/src/identity/identity-cache.ts";
import { createRefusalTable } from "../../packages/database/src/audit/refusals.ts";
import { notePrepared } from "../../packages/database/src/connections/prepared.ts";
import { createPlan, cachedPlan, type PlanOf } from "../../packages/engine/src/plan/plan.ts";
import { createSteadyLookup } from "../../packages/runtime/src/process/steady-lookup.ts";
import { createMemoryLimiter } from "../../packages/runtime/src/rate-limits/rate-limit-memory.ts";
import { createDirect } from "../../services/asset/src/direct/direct.service.ts";
import { sealTicket } from "../../services/asset/src/direct/ticket.ts";
import { createServedTimes } from "../../services/asset/src/derivatives/served-times.ts";
import { createDerivativeReader } from "../../services/asset/src/serving/derivative-reader.ts";
import { createReadableAssets } from "../../services/asset/src/serving/readable-assets.ts";
import { createTotals } from "../../services/content/src/reads/totals.ts";

type AnyCache = LRUCache<string, object | true>;

const ROOT = new URL("../../", import.meta.url).pathname;
const MB = 1024 * 1024;
const { set } = LRUCache.prototype;
/** The caches that something was stored in. */
const used = new Set<AnyCache>();

beforeAll(() => {
  LRUCache.prototype.set = function observed(this: AnyCache, ...entry) {
    used.add(this);
    return set.apply(this, entry);
  } as typeof set;
});
beforeEach(() => used.clear());
afterAll(() => void (LRUCache.prototype.set = set));

const keys = generateKeyPairSync("ed25519");
const identity = (n: number, emailLength: number): Identity => {
  const id = String(n).padStart(36, "0");
  return { kind: "session", credentialId: id, userId: id, role: "editor", email: id.padEnd(emailLength, "e"), expiresAt: null };
};
const each = async (count: number, use: (n: number) => unknown): Promise<void> => {
  for (let n = 0; n < count; n++) await use(n);
};
const long = (n: number, length: number): string => String(n).padEnd(length, "x");

/** Each file with a cache: the limit of each of its caches, and a function that stores more in it than it may hold. */
const CACHES: Readonly<Record<string, readonly [megabytes: number, fill: () => Promise<void>]>> = {
  "services/content/src/reads/totals.ts": [
    8,
    async () => {
      let time = 0;
      const totals = createTotals({
        database: { run: async () => [{ total: "7", stamp: "1", "QUERY PLAN": '[{"Plan":{}}]' }] as never, inTransaction: () => false },
        waitMs: 0,
        now: () => time++, // each count is late
      });
      const lists = { context: { principal: { kind: "system" }, now: new Date(0) }, atLeast: 0, stamp: null, exact: true } as const;
      await each(32_000, (n) => {
        const statement = { name: "list", text: "", values: [long(n, 1_000)], retryOn: [] };
        return totals.of({ ...lists, statements: { exact: statement, estimate: statement, remembers: true } });
      });
    },
  ],
  "packages/engine/src/plan/plan.ts": [
    64,
    () => {
      const schema = {} as Parameters<typeof cachedPlan>[0];
      return each(12_000, (n) => cachedPlan(schema, long(n, 1_000), () => createPlan<PlanOf<"list">>({ kind: "list" }), n % 2 === 0));
    },
  ],
  "packages/database/src/connections/prepared.ts": [
    4,
    () => {
      const connection = { parsedStatements: {} }; // the server has prepared none
      const client = { connection } as unknown as Parameters<typeof notePrepared>[0];
      return each(190, (n) => notePrepared(client, { name: `n${n}`, text: long(n, 50_000) }));
    },
  ],
  "packages/database/src/audit/refusals.ts": [
    2,
    () => {
      const refusals = createRefusalTable({ run: async () => [] }, () => 0);
      const refusal = { actor: null, entity: null, requestId: "", route: "POST /api/auth/create" };
      return each(6_000, (n) => refusals.add({ ...refusal, address: long(n, 300) }));
    },
  ],
  "packages/runtime/src/identity/verifier.ts": [
    32,
    () => {
      const [signer, verifier] = [createSigner(keys.privateKey), createVerifier([keys.publicKey])];
      const tokens = Array.from({ length: 3_100 }, (_, n) => signer.sign(identity(n, 2_400)));
      used.clear();
      return each(tokens.length, (n) => verifier.verify(tokens[n] ?? ""));
    },
  ],
  "packages/runtime/src/identity/signer.ts": [
    32,
    () => {
      const signer = createSigner(keys.privateKey);
      return each(5_600, (n) => signer.sign(identity(n, 2_400)));
    },
  ],
  "packages/runtime/src/rate-limits/rate-limit-memory.ts": [
    64,
    () => {
      const admit = createMemoryLimiter(() => 0);
      return each(60_000, (n) => admit([{ key: long(n, 1_200), max: 10 }], true));
    },
  ],
  "packages/runtime/src/process/steady-lookup.ts": [
    1,
    () => {
      const addresses = Array.from({ length: 8 }, () => ({ address: "2001:db8:0000:0000:0000:0000:0000:0001", family: 6 }));
      const ask = (_name: string, _options: object, answer: (error: null, found: object[]) => void) => answer(null, addresses);
      const lookup = createSteadyLookup(ask as unknown as typeof dns.lookup);
      return each(1_000, (n) => new Promise((resolve) => lookup(long(n, 200), { all: true }, resolve)));
    },
  ],
  "gateway/src/identity/identity-cache.ts": [
    20,
    () => {
      const cache = createIdentityCache(async (key) => ({ identity: identity(Number(key), 250), rateLimitPerMinute: null }));
      return each(20_000, (n) => cache.find(String(n).padStart(43, "0"), "epoch"));
    },
  ],
  "gateway/src/requests/client-address.ts": [
    2,
    () => {
      const clientOf = createClientReader();
      return each(12_000, (n) => clientOf(`2001:db8:${n.toString(16)}::1234:5678`, undefined, undefined));
    },
  ],
  "gateway/src/answer-cache/answer-cache.ts": [
    64,
    async () => {
      const answers = createAnswerCache({ maxBytes: 64 * MB, onFind: () => undefined, now: () => 0, equalReadMs: 0 });
      const state = { version: "1", generation: "1", site: "site 1", epochs: new Map(), dirty: new Set<string>() };
      const answer = { status: 200, headers: {}, body: { length: 2_000, toJSON: () => long(0, 1_990) } as never, isPublic: false };
      await each(20_000, (n) =>
        answers.keep({ target: `/api/a?n=${n}`, identity: identity(0, 0), state, isWhole: true }, "site role article", answer),
      );
    },
  ],
  "services/asset/src/serving/readable-assets.ts": [
    16,
    () => {
      const dates = { createdAt: new Date(0), updatedAt: new Date(0) };
      const fixed = { entity: "_image", version: 1, mimeType: "image/png", size: 1, hash: "0".repeat(64), ...dates } as const;
      const assets = createReadableAssets({
        assets: {
          find: async (name) => ({ ...fixed, id: identity(0, 0).userId ?? "", storageKey: name, width: 1, height: 1, focus: [1, 1] }),
        },
        access: { readableVersion: async () => 1 } as never,
      });
      return each(16_000, (n) => assets.find({ kind: "system" }, long(n, 190)));
    },
  ],
  "services/asset/src/serving/derivative-reader.ts": [
    32,
    () => {
      const read = async () => ({ body: Readable.from([Buffer.alloc(60_000)]), size: 60_000 });
      const reader = createDerivativeReader({ storage: { read, stat: async () => null } });
      return each(600, (n) => reader.read(long(n, 90)));
    },
  ],
  "services/asset/src/direct/direct.service.ts": [
    4,
    () => {
      const secret = Buffer.from("secret");
      const direct = createDirect({
        storage: { stat: async () => null, direct: { secret } } as never,
        uploads: { find: async () => ({ isNew: false, data: "{}", location: null }) } as never,
        newId: () => "",
        now: () => new Date(0),
        maxImageBytes: 1,
        maxBytes: 1,
      });
      const ticket = { name: "", claimedType: "", size: 1, hash: "", alt: null, by: "system" };
      return each(450, (n) => direct.complete({ kind: "system" }, sealTicket({ ...ticket, key: long(n, 50) }, secret)));
    },
  ],
  "services/asset/src/derivatives/served-times.ts": [
    16,
    async () => {
      const times = createServedTimes({ rows: { served: async () => undefined }, now: () => 0 });
      await each(60_000, (n) => times.note(identity(Math.floor(n / 20), 0).userId ?? "", `${identity(n, 0).userId}-${long(n, 24)}`));
      times.close();
    },
  ],
};

test.each(Object.entries(CACHES))("what %s keeps takes a limited number of bytes", async (_file, [megabytes, fill]) => {
  await fill();

  expect(used.size).toBeGreaterThan(0);
  for (const cache of used) {
    const text = [...cache.entries()].reduce((sum, [key, value]) => sum + key.length + textLength(value), 0);
    expect(cache.maxSize).toBe(megabytes * MB);
    expect(cache.calculatedSize).toBeLessThanOrEqual(megabytes * MB);
    expect(cache.calculatedSize).toBeGreaterThan(0.9 * megabytes * MB); // it was full
    expect(text).toBeLessThanOrEqual(cache.calculatedSize);
  }
});

test("every cache is in this list, and in the documentation with its limit", () => {
  const sources = globSync(["gateway/src/**/*.ts", "packages/*/src/**/*.ts", "services/*/src/**/*.ts"], { cwd: ROOT });
  const caching = sources.filter((file) => readFileSync(ROOT + file, "utf8").includes("new LRUCache"));
  const [, table = ""] = readFileSync(`${ROOT}docs/operate/performance.md`, "utf8").split("## Caches");
  const limits = [...(table.split("\n## ")[0] ?? "").matchAll(/(\d+) MB/g)].map(([, megabytes]) => Number(megabytes));

  expect(caching.toSorted()).toEqual(Object.keys(CACHES).toSorted());
  expect(limits.toSorted()).toEqual(
    Object.values(CACHES)
      .map(([megabytes]) => megabytes)
      .toSorted(),
  );
});

/** The length of bytes, or of a value's JSON; maps are written as lists. */
function textLength(value: unknown): number {
  if (Buffer.isBuffer(value)) return value.length;
  return JSON.stringify(value, (_key, member: unknown) => (member instanceof Map ? [...member] : member)).length;
}

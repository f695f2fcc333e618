import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { default as fc } from "fast-check";
import { join } from "node:path";
import { createContract } from "../support/http/contract.ts";
import type { Answer, Client } from "../support/http/client.ts";
import { form, png } from "../support/media/files.ts";
import { mp4 } from "../support/media/media-files.ts";
import { startTestStack, type TestStack } from "../support/stack/stack.ts";
import { operationsOf, resolveIn, type Document } from "./described-operations.ts";
import { createKnownIds, type KnownIds } from "./known-ids.ts";
import { unstated } from "./reasons.ts";
import { requests, type DescribedOperation, type DescribedRequest } from "./request-arbitrary.ts";
import type { Making } from "./value-arbitrary.ts";

const CONFIG = join(import.meta.dirname, "site.config.ts");
const SEED = Number(process.env["CONTRACT_SEED"] ?? 1);
const REQUESTS = Number(process.env["CONTRACT_REQUESTS"] ?? 500);
/** Operations that are sent once, at the end, in this order: the last two end the session that all other requests use. */
const ENDING: readonly string[] = ["auth.refresh", "auth.endSession", "auth.logout"];
/** Its answer has no end. */
const STREAM = "events.stream";
/** Duplicates that are always refused with 409, because the records have a required unique field. */
const NEVER_COPIED: ReadonlySet<string> = new Set(["plain.duplicate", "_user.duplicate"]);
/** The number of further tries for operations whose requests were all refused. A later request may match the existing records. */
const MORE_TRIES = 100;
/** Operations that need a mailed code, which random values don't match. */
const NEEDS_CODE: ReadonlySet<string> = new Set(["auth.create", "auth.confirm", "auth.confirmEmail"]);
/** Operations that are 404 without an S3 server. */
const NEEDS_S3: ReadonlySet<string> = new Set(["assets.beginUpload", "assets.completeUpload"]);
const NO_LIMITS = { RATE_LIMIT_PER_MINUTE: "1000000", RATE_LIMIT_AUTH_PER_MINUTE: "1000000", CONFIRM_MINUTES: "60" };

interface Caller {
  readonly role: string;
  readonly client: Client;
  readonly operations: readonly DescribedOperation[];
  readonly making: Making;
  /** The ids of the operations that succeeded at least once. */
  readonly accepted: Set<string>;
}

let stack: TestStack;
let known: KnownIds;
let callers: readonly Caller[];
beforeAll(async () => {
  stack = await startTestStack({ configFile: CONFIG, variables: NO_LIMITS });
  const clients = [
    ["admin", stack.admin],
    ["editor", await stack.signInAs("editor")],
    ["visitor", stack.visitor],
  ] as const;
  const selves = await Promise.all(clients.slice(0, 2).map(async ([, client]) => (await client.get("/api/auth/me")).data.user.id));
  known = createKnownIds(new Set(selves));
  callers = await Promise.all(clients.map(([role, client]) => callerAs(role, client)));
});
afterAll(async () => stack?.stop());

/** A caller with the operations of its role's description. Its answers are checked against that description. */
async function callerAs(role: string, client: Client): Promise<Caller> {
  const document = (await client.get("/openapi.json")).body as Document;
  const contract = await createContract(CONFIG, role);
  const resolve = resolveIn(document) as Making["resolve"];
  const making: Making = { resolve, id: mostly(() => known.all(), fc.uuid()), made: new WeakMap() };
  return {
    role,
    client: client.withContract(contract),
    operations: operationsOf(document).filter(({ id }) => id !== STREAM),
    making,
    accepted: new Set(),
  };
}

/** In six of seven cases one of the values that are known at the time of generation, if there are any. */
function mostly<T>(known: () => readonly T[], otherwise: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.tuple(fc.nat(), otherwise).map(([at, other]) => {
    const values = known();
    return at % 7 === 0 ? other : (values[at % values.length] ?? other);
  });
}

/** The webhook of the site, and the path of its deliveries. */
const WEBHOOK = "site";
const DELIVERIES = `/api/_webhooks/${WEBHOOK}/deliveries`;

type PathValues = Readonly<Record<string, string>>;

/** Values for the path parameters. */
function pathValues({ path }: DescribedOperation): fc.Arbitrary<PathValues> {
  const base = path.slice(0, path.indexOf("/{"));
  if (path.includes("{name}")) return fc.record({ name: fc.constant(WEBHOOK), id: mostly(() => known.of(DELIVERIES), fc.uuid()) });
  const unknown = fc.record({ id: fc.uuid(), versionId: fc.uuid(), filename: fc.constant("nothing.png") });
  return mostly<PathValues>(() => {
    if (path.includes("{versionId}")) return known.versionsOf(base.replace(/\/versions$/, ""));
    return known.of(base).map((value) => (path.includes("{filename}") ? { filename: value } : { id: value }));
  }, unknown);
}

/** For bulk requests, a context that mostly generates ids of the entity's records. */
function makingFor({ path }: DescribedOperation, making: Making): Making {
  const [, collection] = /^(.*)\/bulk$/.exec(path) ?? [];
  return collection === undefined ? making : { ...making, id: mostly(() => known.of(collection), fc.uuid()), made: new WeakMap() };
}

const drawn = new Map<DescribedOperation, fc.Arbitrary<DescribedRequest>>();

/** Generates a request that the description allows, for existing records if any are known. */
function draw({ making }: Caller, operation: DescribedOperation, seed: number): DescribedRequest {
  const arbitrary = drawn.get(operation) ?? requests(operation, makingFor(operation, making), pathValues(operation));
  drawn.set(operation, arbitrary);
  const [request] = fc.sample(arbitrary, { numRuns: 1, seed });
  if (!request) throw new Error(`No request for ${operation.id}`);
  return request;
}

let uploads = 0;

/** Uploads small files of three types in turn; after 50 uploads the contents repeat. */
function upload({ client }: Caller): Promise<Answer> {
  const turn = uploads++;
  const which = turn % 50;
  const files = [
    () => form(png(16, 9, String(which)), { name: "picture.png", type: "image/png" }),
    () => form(mp4({ width: 16, height: 9, seconds: 1, seed: which }), { name: "film.mp4", type: "video/mp4" }),
    () => form(String(which), { name: "note.txt" }),
  ];
  const { body, type } = files[turn % files.length]!();
  return client.send("POST", "/api/assets/upload", { body: new Uint8Array(body), headers: { "content-type": type } });
}

/** The problems, by operation, with one request as an example. */
type Problems = Map<string, string>;

async function send(caller: Caller, operation: DescribedOperation, seed: number, problems: Problems): Promise<void> {
  const request = draw(caller, operation, seed);
  const headers = { ...request.headers, ...(request.body !== undefined && { "content-type": "application/json" }) };
  const body = request.body === undefined ? {} : { body: JSON.stringify(request.body) };
  const example = `${caller.role}, seed ${seed}: ${request.method} ${request.path} ${JSON.stringify(request.body ?? null).slice(0, 1500)}`;
  const note = (problem: string) => {
    const key = `${operation.id}: ${problem}`;
    if (!problems.has(key)) problems.set(key, example);
  };
  try {
    const answer =
      operation.id === "assets.upload"
        ? await upload(caller)
        : await caller.client.send(request.method, request.path, { headers, ...body });
    known.learn(request.path, answer.data);
    if (answer.status < 400) caller.accepted.add(operation.id);
    const problem = unstated(caller, request, answer);
    if (problem) note(`${answer.status} ${problem}`);
  } catch (error) {
    note(String(error).slice(0, 1500));
  }
}

/** The operations of the admin that were refused each time, without those for which this is expected. */
function neverAccepted(): readonly string[] {
  const [{ operations, accepted } = { operations: [], accepted: new Set() }] = callers;
  const expected = [NEEDS_CODE, NEEDS_S3, NEVER_COPIED];
  return operations.map(({ id }) => id).filter((id) => !accepted.has(id) && !expected.some((ids) => ids.has(id)));
}

test("every request that the description allows is answered as described, or refused for a described reason", async () => {
  const rounds = callers.flatMap((caller) =>
    caller.operations.filter(({ id }) => !ENDING.includes(id)).map((operation) => ({ caller, operation })),
  );
  const problems: Problems = new Map();
  let sent = 0;
  for (let round = 0; sent < REQUESTS; round += 1) {
    for (const { caller, operation } of rounds) {
      sent += 1;
      await send(caller, operation, SEED * 1_000_000 + sent, problems);
    }
  }
  for (let tries = 0; tries < MORE_TRIES; tries += 1) {
    const refused = neverAccepted().filter((id) => !ENDING.includes(id));
    if (refused.length > 0) refused.push("assets.upload", ...refused.map((id) => `${id.split(".")[0]}.create`)); // all records of the entity may have been deleted
    for (const { caller, operation } of rounds.filter(({ caller, operation }) => caller === callers[0] && refused.includes(operation.id))) {
      sent += 1;
      await send(caller, operation, SEED * 1_000_000 + sent, problems);
    }
  }
  for (const caller of callers)
    for (const ending of ENDING) {
      const operation = caller.operations.find(({ id }) => id === ending);
      if (operation) await send(caller, operation, SEED, problems);
    }

  expect([...problems].slice(0, 40)).toEqual([]);
  expect(neverAccepted()).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(REQUESTS);
}, 1_500_000);

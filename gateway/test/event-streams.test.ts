import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { revoke } from "@colophon/runtime";
import { eventually } from "../../tests/support/eventually.ts";
import { openEventStream, type EventStream } from "../../tests/support/http/event-stream.ts";
import { startRedis, type TestRedis } from "../../tests/support/servers/redis.ts";
import { addKey, addSession, startGateway, startServices, type Services } from "./support/gateway.ts";

type Gateway = Awaited<ReturnType<typeof startGateway>>;

let services: Services;
let redis: TestRedis;
let gateway: Gateway;
let check: () => void;
let checkEveryMs = 0;
/** The answers of the fake service. */
let atService = 0;
const open: EventStream[] = [];

beforeAll(async () => {
  services = await startServices();
  redis = await startRedis();
  services.content.behave((request, response) => {
    atService += 1;
    response.once("close", () => (atService -= 1));
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    response.write(`: open\nid: ${request.headers["last-event-id"] ?? "none"}\n\n`);
  });
});
beforeEach(async () => {
  const repeat = (everyMs: number, work: () => void) => (([checkEveryMs, check] = [everyMs, work]), () => undefined);
  gateway = await startGateway({ redis, services, repeat });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((stream) => stream.close()));
  await eventually(() => atService === 0);
  await gateway.stop();
});
afterAll(async () => {
  await Promise.all(Object.values(services).map((service) => service.stop()));
  await redis.stop();
});

async function stream(headers: Record<string, string> = {}, { url } = gateway): Promise<EventStream> {
  const opened = await openEventStream(`${url}/api/_events`, headers);
  open.push(opened);
  return opened;
}
const ofSession = (token: string) => ({ cookie: `cms_session=${token}` });
const many = (count: number, headers: Record<string, string>) => Promise.all(Array.from({ length: count }, () => stream(headers)));

test("a stream is passed on as it comes, with its id, and ends at the service when its caller goes", async () => {
  const opened = await stream({ "last-event-id": "7.0123abcd" });
  const during = atService;
  await opened.close();
  await eventually(() => atService === 0);

  expect(opened.messages).toEqual([{ comment: "open", id: "7.0123abcd" }]);
  expect(during).toBe(1);
});

test("a session and a key have 5 streams, an address 50, over all gateways", async () => {
  const other = await startGateway({ redis, services, repeat: () => () => undefined });
  const [session, key] = [ofSession(addSession(services.auth)), { authorization: `Bearer ${addKey(services.auth)}` }];
  const held = [...(await many(3, session)), await stream(session, other), await stream(session, other), ...(await many(5, key))];
  await many(50, {});

  const refused = [await stream(session), await stream(session, other), await stream(key), await stream(key, other), await stream()];
  await held[0]?.close();
  const next = await eventually(async () => ((await stream(session, other)).status === 200 ? "admitted" : null));
  await Promise.all(open.splice(0).map((stream) => stream.close()));
  await eventually(() => atService === 0);
  await other.stop();

  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429]);
  expect(refused[0]?.refusal).toEqual({ error: { code: "TOO_MANY_REQUESTS", message: "At most 5 event streams may be open at a time" } });
  expect(refused[0]?.headers.get("retry-after")).toBe("5");
  expect(next).toBe("admitted");
});

test("streams take no place at the service: other requests of their address go on", async () => {
  await many(50, {});
  const keys = Array.from({ length: 4 }, (_, at) => ({ authorization: `Bearer ${addKey(services.auth, { credentialId: `key-${at}0` })}` }));
  for (const key of keys) await many(5, key);
  await eventually(() => atService === 70);

  const answer = await fetch(`${gateway.url}/api/search?q=x`);
  expect(answer.status).toBe(200);
  await answer.text();
});

test.each([
  ["its session has ended", (token: string) => void services.auth.credentials.delete(token)],
  ["its user has another role", (token: string) => void Object.assign(services.auth.credentials.get(token) ?? {}, { role: "visitor" })],
])("a stream is cut at the next check, a second later at most, when %s", async (_, change) => {
  const before = new Set(services.auth.credentials.keys());
  const changed = await stream(ofSession(addSession(services.auth)));
  const credential = [...services.auth.credentials.keys()].find((key) => !before.has(key)) ?? "";
  const kept = await stream(ofSession(addSession(services.auth, { credentialId: "session-2" })));
  change(credential);
  await revoke(gateway.link);
  await eventually(() => (check(), !changed.isOpen()));

  expect(kept.isOpen()).toBe(true);
  expect(checkEveryMs).toBe(1_000);
});

test("a stream is no use of its session, while its user's requests are", async () => {
  const session = ofSession(addSession(services.auth, { credentialId: "session-4" }));
  const [lookUps, uses] = [services.auth.lookUps, services.auth.uses];
  await stream(session);
  check();
  const byStream = [services.auth.lookUps - lookUps, services.auth.uses - uses];
  await (await fetch(`${gateway.url}/api/search?q=x`, { headers: session })).text();

  expect(byStream).toEqual([1, 0]);
  expect(services.auth.uses - uses).toBe(1);
});

test("while the auth service is away streams go on for ten seconds at most", async () => {
  let ms = 0;
  const second = await startGateway({ redis, services, repeat: (_, work) => ((check = work), () => undefined), now: () => ms });
  const opened = await stream(ofSession(addSession(services.auth)), second);
  const credentials = [...services.auth.credentials];
  services.auth.behaveAtIdentify(503);
  await revoke(second.link);
  ms = 9_000;
  const asked = services.auth.lookUps;
  check();
  await eventually(() => services.auth.lookUps > asked);
  const during = opened.isOpen();
  ms = 11_000;
  await eventually(() => (check(), !opened.isOpen()));
  services.auth.behaveAtIdentify(null);
  await second.stop();

  expect(during).toBe(true);
  expect(credentials.length).toBeGreaterThan(0);
});

test("a gateway that stops ends its streams at once, and those that come then", async () => {
  const opened = await stream();
  gateway.streams.stop();
  await opened.ended;
  const late = await stream();
  await late.ended;
  await eventually(() => atService === 0);

  expect([late.status, late.messages]).toEqual([200, [{ comment: "closed" }]]);
});

test("without Redis the limits hold for each process", async () => {
  const away = await startRedis({ own: true });
  const second = await startGateway({ redis: away, services, repeat: () => () => undefined, redisMs: 150 });
  await away.stop();
  await eventually(() => !second.link.isUp());
  const session = ofSession(addSession(services.auth, { credentialId: "session-3" }));
  const statuses = [];
  for (let count = 0; count < 6; count++) statuses.push((await stream(session, second)).status);
  await Promise.all(open.splice(0).map((stream) => stream.close()));
  await second.stop();

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

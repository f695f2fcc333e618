import { EventEmitter } from "node:events";
import { expect, test } from "@jest/globals";
import { heldBytes } from "../../tests/support/long-lived-bytes.ts";
import { type Call, hasBody } from "../src/requests/call.ts";
import { createBodyReader } from "../src/requests/read-body.ts";

/** A request whose body a test sends piece by piece, and its answer. */
function callOf(headers: Record<string, string> = {}) {
  const request = Object.assign(new EventEmitter(), { headers });
  const response = new EventEmitter();
  const call = { request, response, awaitsContinue: false } as unknown as Call;
  const send = (...pieces: string[]) => pieces.forEach((piece) => request.emit("data", Buffer.from(piece)));
  return {
    call,
    send,
    end: () => request.emit("end"),
    close: () => response.emit("close"),
    fail: (error: Error) => request.emit("error", error),
  };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code?: string }) => error.code,
  );

test.each([0, 1, 2, 1_023, 1_024, 1_025, 2_048, 2_049, 5_000])("a body of %i pieces is whole, in order", async (count) => {
  const read = createBodyReader();
  const { call, send, end } = callOf();
  const pieces = Array.from({ length: count }, (_, at) => `${at},`);

  const body = read(call, "a", 1_000_000);
  send(...pieces);
  end();

  expect((await body).toString()).toBe(pieces.join(""));
});

test("a body of exactly the limit is read, a byte more is refused", async () => {
  const read = createBodyReader();
  const [exact, more] = [callOf(), callOf()];

  const bodies = [read(exact.call, "a", 4), codeOf(read(more.call, "a", 4))] as const;
  exact.send("ab", "cd");
  exact.end();
  more.send("ab", "cd", "e");

  expect((await bodies[0]).toString()).toBe("abcd");
  expect(await bodies[1]).toBe("PAYLOAD_TOO_LARGE");
});

test("a caller's bodies are limited together until their answers are complete, and so are those of all callers", async () => {
  const read = createBodyReader({ perCallerBytes: 10, inAllBytes: 16 });
  const start = (caller: string, piece: string) => {
    const one = callOf();
    const body = read(one.call, caller, 1_000).then((bytes) => bytes.toString());
    one.send(piece);
    one.end();
    return { ...one, body };
  };

  const first = start("a", "1234567890");
  const second = start("a", "1");
  const other = start("b", "12345");
  const third = start("c", "12");
  const refusals = [await codeOf(second.body), await codeOf(third.body)];
  for (const item of [first, second, other, third]) item.close();
  const later = start("a", "1234567890");

  expect([await first.body, await other.body, await later.body]).toEqual(["1234567890", "12345", "1234567890"]);
  expect(refusals).toEqual(["TOO_MANY_REQUESTS", "SERVICE_UNAVAILABLE"]);
});

test("the oldest unfinished bodies of a caller are refused, and all are released one by one", async () => {
  const read = createBodyReader({ perCallerBytes: 10 });
  const calls = Array.from({ length: 4 }, () => callOf());
  const codes = calls.map(({ call, send }) => {
    const code = codeOf(read(call, "a", 1_000));
    send("12345678");
    return code;
  });
  calls.at(-1)?.end();

  const closeAll = () => calls.forEach(({ close }) => close());

  expect(closeAll).not.toThrow();
  expect(await Promise.all(codes)).toEqual(["TOO_MANY_REQUESTS", "TOO_MANY_REQUESTS", "TOO_MANY_REQUESTS", null]);
});

test("after a body has ended, the oldest of the others is refused first", async () => {
  const read = createBodyReader({ perCallerBytes: 10 });
  const start = () => {
    const one = callOf();
    return { ...one, code: codeOf(read(one.call, "a", 1_000)) };
  };
  const [ended, second, third] = [start(), start(), start()];
  for (const { send } of [second, third]) send("12345");
  ended.close();

  third.send("6");
  for (const { end } of [second, third]) end();

  expect([await second.code, await third.code]).toEqual(["TOO_MANY_REQUESTS", null]);
});

test("a whole body, which is at its service, is kept; a younger one that isn't complete is refused", async () => {
  const read = createBodyReader({ perCallerBytes: 10 });
  const [whole, partial, newest] = [callOf(), callOf(), callOf()];
  const codes = [whole, partial, newest].map(({ call }) => codeOf(read(call, "a", 1_000)));

  whole.send("12345678");
  whole.end();
  partial.send("1");
  newest.send("12");
  for (const { end } of [partial, newest]) end();

  expect(await Promise.all(codes)).toEqual([null, "TOO_MANY_REQUESTS", null]);
});

test("bodies may fill the memory for all; a caller who holds most, but no more than its own limit, learns that the service has no room", async () => {
  const read = createBodyReader({ perCallerBytes: 10, inAllBytes: 12 });
  const [first, second, third] = [callOf(), callOf(), callOf()];
  const codes = [codeOf(read(first.call, "a", 1_000)), codeOf(read(second.call, "b", 1_000)), codeOf(read(third.call, "c", 1_000))];

  first.send("1234567890");
  second.send("12");
  second.end();
  third.send("1");
  for (const { end } of [first, third]) end();

  expect(await Promise.all(codes)).toEqual(["SERVICE_UNAVAILABLE", null, null]);
});

test("nothing is kept of callers whose bodies have ended", () => {
  const read = createBodyReader();

  const before = heldBytes();
  for (let i = 0; i < 500; i++) {
    const { call, send, end, close } = callOf();
    void read(call, Buffer.alloc(100_000 + i, "a").toString(), 10);
    send("1");
    end();
    close();
  }

  expect(heldBytes() - before).toBeLessThan(25_000_000);
});

test("a body whose connection fails is refused with that error", async () => {
  const { call, send, fail } = callOf();
  const body = createBodyReader()(call, "a", 10);
  send("ab");
  fail(new Error("reset"));

  await expect(body).rejects.toThrow("reset");
});

test.each([
  [{}, false],
  [{ "content-length": "0" }, false],
  [{ "content-length": "1" }, true],
  [{ "transfer-encoding": "chunked" }, true],
])("whether a request with %j has a body is %s", (headers, expected) => {
  expect(hasBody(callOf(headers as Record<string, string>).call.request)).toBe(expected);
});

import { expect, test } from "@jest/globals";
import { AppError } from "@colophon/model/errors";
import { untilAvailable } from "../src/index.ts";

const DATABASE = { address: "db.example.com:5432" };
const away = (): AppError => new AppError("SERVICE_UNAVAILABLE", undefined, { cause: new Error("Query read timeout") });

test("work is repeated until PostgreSQL answers, and each failure is told with its reason", async () => {
  const told: string[] = [];
  let runs = 0;
  const work = async (): Promise<string> => {
    if (++runs < 3) throw away();
    return "done";
  };

  expect(await untilAvailable(DATABASE, work, { onWaiting: (sentence) => void told.push(sentence) })).toBe("done");
  expect(runs).toBe(3);
  expect(told).toHaveLength(2);
  expect(told[0]).toMatch(/^Waiting for PostgreSQL at db\.example\.com:5432 \(Query read timeout\)/);
});

test("work that fails for another reason is not repeated", async () => {
  let runs = 0;
  const work = async (): Promise<never> => {
    runs++;
    throw new TypeError("a bug");
  };

  await expect(untilAvailable(DATABASE, work, {})).rejects.toThrow("a bug");
  expect(runs).toBe(1);
});

test("the waiting ends when its time is over, and when its signal aborts", async () => {
  const fail = async (): Promise<never> => {
    throw away();
  };
  const stop = new AbortController();

  await expect(untilAvailable(DATABASE, fail, { patienceMs: 0 })).rejects.toMatchObject({ name: "DatabaseAway" });
  const waiting = untilAvailable(DATABASE, fail, { signal: stop.signal, onWaiting: () => stop.abort() });
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
});

import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { ColophonError } from "@colophon/client";
import { createKeeper } from "../../src/records/draft/kept-changes.ts";
import { createSession, type SessionOptions } from "../../src/records/draft/session.ts";
import { createForm } from "../../src/records/model/form.ts";
import type { Values } from "../../src/records/model/types.ts";
import { formFields } from "./support.ts";

const FIELDS = formFields({ name: "title", type: "text" }, { name: "body", type: "richtext" });
const STORED = { id: "1", title: "a", body: "b" };

/** A session whose writes change a stored record, like the service does. */
function open(given: Partial<SessionOptions> = {}) {
  const storage = new Map<string, string>();
  const keeper = createKeeper(["me", "thing", "1"], {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  } as Storage);
  const written: Values[] = [];
  let stored = STORED;
  const write = async (body: Values) => {
    written.push(body);
    stored = { ...stored, ...body };
    return stored;
  };
  const form = createForm(FIELDS, STORED);
  const session = createSession({
    form,
    record: STORED,
    isAutomatic: true,
    keeper,
    write,
    read: async () => stored,
    onMerged: () => undefined,
    ...given,
  });
  return { session, form, keeper, written, end: session.start() };
}

const refused = (status: number, details: { field: string; message: string }[] = []) =>
  new ColophonError({ status, code: "X", message: "no", details });

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { window: { addEventListener: () => undefined, removeEventListener: () => undefined } });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, "window");
});

test("what is typed is saved by itself once nobody has typed for two seconds", async () => {
  const { form, written, session, end } = open();

  form.set("title", "x");
  await jest.advanceTimersByTimeAsync(1_900);
  form.set("title", "xy");
  await jest.advanceTimersByTimeAsync(1_900);
  expect(written).toEqual([]);
  await jest.advanceTimersByTimeAsync(200);

  expect(written).toEqual([{ title: "xy" }]);
  expect(session.state().phase).toBe("saved");
  end();
});

test("without drafts nothing is saved by itself, but kept in the browser", async () => {
  const { form, written, keeper, end } = open({ isAutomatic: false });

  form.set("title", "x");
  await jest.advanceTimersByTimeAsync(2_100);

  expect(written).toEqual([]);
  expect(keeper.kept()).toMatchObject({ base: { title: "a" }, values: { title: "x" } });
  end();
});

test("what could not be saved is kept in the browser, tried again, and forgotten when it is stored", async () => {
  let isAway = true;
  const write = async (body: Values) => {
    if (isAway) throw new TypeError("fetch failed");
    return { ...STORED, ...body };
  };
  const { form, keeper, session, end } = open({ write });

  form.set("title", "x");
  await session.save();
  expect(session.state().phase).toBe("failed");
  expect(keeper.kept()?.values).toEqual({ title: "x" });
  isAway = false;
  await jest.advanceTimersByTimeAsync(10_000);

  expect(session.state().phase).toBe("saved");
  expect(keeper.kept()).toBeNull();
  end();
});

test("kept changes come back into the form beside what is stored now", () => {
  const { form, keeper, session, end } = open();
  keeper.keep({ at: 0, base: { title: "a" }, values: { title: "kept" } });

  session.takeKept();

  expect(form.changes()).toEqual({ title: "kept" });
  end();
});

test("what somebody else saved in other fields comes into the form, and mine is saved over it", async () => {
  const theirs = { ...STORED, body: "theirs" };
  const written: Values[] = [];
  let merged = 0;
  const write = async (body: Values) => {
    written.push(body);
    if (written.length === 1) throw refused(412);
    return { ...theirs, ...body };
  };
  const { form, session, end } = open({ write, read: async () => theirs, onMerged: () => merged++ });

  form.set("title", "mine");
  await session.save();

  expect(written).toEqual([{ title: "mine" }, { title: "mine" }]);
  expect(form.state().values).toEqual({ title: "mine", body: "theirs" });
  expect([session.state().phase, merged]).toEqual(["saved", 1]);
  end();
});

test("the same field is asked about, and what is chosen is saved", async () => {
  const theirs = { ...STORED, title: "theirs", body: "theirs" };
  let isFirst = true;
  const write = async (body: Values) => {
    if (!isFirst) return { ...theirs, ...body };
    isFirst = false;
    throw refused(412);
  };
  const { form, session, end } = open({ write, read: async () => theirs });
  form.set("title", "mine");

  expect(await session.save()).toBe(false);
  expect(session.state().conflict?.merged.conflicts.map(({ path }) => path)).toEqual(["title"]);
  expect(await session.settle(new Set())).toBe(true);

  expect(form.state().values).toEqual({ title: "mine", body: "theirs" });
  expect(session.state().phase).toBe("saved");
  end();
});

test("what the service refuses stands at its fields", async () => {
  const { form, session, end } = open({
    write: async () => {
      throw refused(400, [{ field: "title", message: "is too long" }]);
    },
  });
  form.set("title", "x");

  await session.save();

  expect(form.state().errors).toEqual({ title: "is too long" });
  end();
});

test("no timer is left when the form is closed, and what was not saved is kept", () => {
  const { form, keeper, end } = open();
  form.set("title", "x");

  end();

  expect(jest.getTimerCount()).toBe(0);
  expect(keeper.kept()?.values).toEqual({ title: "x" });
});

test("publishing saves first, and does not go on when that fails", async () => {
  const { form, session, end } = open({
    write: async () => {
      throw refused(400);
    },
  });
  form.set("title", "x");
  let isPublished = false;

  const isDone = await session.act(async () => {
    isPublished = true;
    return null;
  });

  expect([isDone, isPublished]).toEqual([false, false]);
  end();
});

test("what was refused is said no more once it is taken back", async () => {
  const { form, session, end } = open({ write: () => Promise.reject(refused(403)) });

  form.set("title", "x");
  await jest.advanceTimersByTimeAsync(2_000);
  expect(session.state()).toMatchObject({ phase: "failed", error: { status: 403 } });
  form.set("title", "a");

  expect(session.state()).toMatchObject({ phase: "saved", error: null });
  end();
});

import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { ColophonError } from "@colophon/client";
import { createKeeper, keptAt, pick } from "../../src/drafts/session/kept-changes.ts";
import { createSession } from "../../src/drafts/session/session.ts";
import type { SessionOptions } from "../../src/drafts/session/session-state.ts";
import { countUnsaved } from "../../src/drafts/session/unsaved.ts";
import { createForm } from "../../src/record-model/form.ts";
import type { Values } from "../../src/record-model/types.ts";
import { formFields } from "../record-model/support.ts";

const FIELDS = formFields({ name: "title", type: "text" }, { name: "body", type: "richtext" });
const STORED = { id: "1", title: "a", body: "b" };

const PLACE = ["me", "thing", "1"];
const FRAME_MS = 16;
let storage: Storage;

function createStorage(): Storage {
  const hidden = <T>(value: T) => ({ value, enumerable: false });
  const items: Record<string, string> = {};
  return Object.defineProperties(items, {
    getItem: hidden((key: string) => items[key] ?? null),
    setItem: hidden((key: string, value: string) => void (items[key] = value)),
    removeItem: hidden((key: string) => void Reflect.deleteProperty(items, key)),
  }) as unknown as Storage;
}

/** A session whose writes change a stored record, like the service does. */
function open(given: Partial<SessionOptions> = {}) {
  const keeper = createKeeper(PLACE, storage, "mine");
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
    ...given,
  });
  return { session, form, keeper, written, end: session.start() };
}

const refused = (status: number, details: { field: string; message: string }[] = []) =>
  new ColophonError({ status, code: "X", message: "no", details });

beforeEach(() => {
  jest.useFakeTimers();
  storage = createStorage();
  Object.assign(globalThis, {
    window: { addEventListener: () => undefined, removeEventListener: () => undefined },
    requestAnimationFrame: (run: () => void) => setTimeout(run, FRAME_MS),
  });
});
afterEach(() => {
  jest.useRealTimers();
  for (const name of ["window", "requestAnimationFrame"]) Reflect.deleteProperty(globalThis, name);
});

test("changes are saved automatically after two seconds without input", async () => {
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

test("somebody who types without a pause is saved after ten seconds, and in the browser after half a second", async () => {
  const { form, written, keeper, end } = open();
  const type = async (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      form.set("title", "x".repeat(n + 1));
      await jest.advanceTimersByTimeAsync(100);
    }
  };

  await type(0, 5);
  const kept = keeper.kept();
  await type(5, 99);
  const before = written.length;
  await type(99, 102);

  expect(kept).toMatchObject({ values: { title: expect.stringMatching(/^x{4,5}$/) } });
  expect(before).toBe(0);
  expect(written).toEqual([{ title: expect.stringMatching(/^x{99,101}$/) }]);
  end();
});

test("only a save that the user asks for is a version of its own", async () => {
  const automatic: boolean[] = [];
  const write = async (body: Values, { isAutomatic }: { readonly isAutomatic: boolean }) => {
    automatic.push(isAutomatic);
    return { ...STORED, ...body };
  };
  const { form, session, end } = open({ write });

  form.set("title", "x");
  await jest.advanceTimersByTimeAsync(2_000);
  form.set("title", "y");
  await session.save({ isAsked: true });
  form.set("title", "z");
  await session.act(async () => null);

  expect(automatic).toEqual([true, false, true]);
  end();
});

test("without drafts nothing is saved automatically, but kept in the browser", async () => {
  const { form, written, keeper, end } = open({ isAutomatic: false });

  form.set("title", "x");
  await jest.advanceTimersByTimeAsync(2_100);

  expect(written).toEqual([]);
  expect(keeper.kept()).toMatchObject({ base: { title: "a" }, values: { title: "x" } });
  end();
});

test("changes that could not be saved are kept in the browser, retried, and removed when they are saved", async () => {
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

/** Changes of another form of the record, which is closed. */
function keptByOther(values: Values, base: Values = pick(STORED, Object.keys(values))) {
  createKeeper(PLACE, storage, "other").keep({ at: 0, base, values });
}

test("changes that another form has kept are restored, and stay in the browser until they are saved", async () => {
  keptByOther({ title: "kept" });
  const { form, keeper, session, end } = open();
  const [offer] = keeper.earlier();

  session.restore(offer!);
  const stored = keptAt(PLACE, storage);
  await jest.advanceTimersByTimeAsync(2_000);

  expect(stored.map(({ slot, values }) => [slot, values])).toEqual([["mine", { title: "kept" }]]);
  expect([form.state().base, keptAt(PLACE, storage)]).toMatchObject([{ title: "kept" }, []]);
  end();
});

test("restored changes of a field that somebody else has changed since are a conflict, and nothing is overwritten before the user chooses", async () => {
  keptByOther({ title: "kept", body: "also kept" }, { title: "before", body: "b" });
  const { form, keeper, written, session, end } = open();

  session.restore(keeper.earlier()[0]!);
  await jest.advanceTimersByTimeAsync(20_000);
  const conflicts = session.state().conflict?.merged.conflicts.map(({ path, mine, theirs }) => [path, mine, theirs]);
  const before = [written.length, keptAt(PLACE, storage).length];
  await session.settle(new Set(["title"]));

  expect(conflicts).toEqual([["title", "kept", "a"]]);
  expect(before).toEqual([0, 1]);
  expect(written).toEqual([{ body: "also kept" }]);
  expect([form.state().values, keptAt(PLACE, storage)]).toEqual([{ title: "a", body: "also kept" }, []]);
  end();
});

test("two forms of one record, or of new ones, keep their changes separately", () => {
  const first = open();
  const [second] = [createKeeper(PLACE, storage, "second")];
  first.form.set("title", "x");
  first.session.keep();
  second.keep({ at: 1, base: {}, values: { title: "y" } });
  first.keeper.moveTo(["me", "thing", "2"]);
  first.session.keep();

  expect(keptAt(PLACE, storage).map(({ values }) => values)).toEqual([{ title: "y" }]);
  expect(keptAt(["me", "thing", "2"], storage).map(({ values }) => values)).toEqual([{ title: "x" }]);
  expect(countUnsaved("me", storage)).toBe(2);
  first.end();
});

test("changes of somebody else in other fields are merged into the form, and the own changes are saved", async () => {
  const theirs = { ...STORED, body: "theirs" };
  const written: Values[] = [];
  const write = async (body: Values) => {
    written.push(body);
    if (written.length === 1) throw refused(412);
    return { ...theirs, ...body };
  };
  const { form, session, end } = open({ write, read: async () => theirs });

  form.set("title", "mine");
  await session.save();

  expect(written).toEqual([{ title: "mine" }, { title: "mine" }]);
  expect(form.state().values).toEqual({ title: "mine", body: "theirs" });
  expect(session.state()).toMatchObject({ phase: "saved", others: "merged" });
  end();
});

test("the user resolves a conflict in the same field, and the chosen value is saved", async () => {
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

test("errors of the service are shown at their fields", async () => {
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

test("publishing saves first, and stops if that fails", async () => {
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

test("an error disappears when the refused change is undone", async () => {
  const { form, session, end } = open({ write: () => Promise.reject(refused(403)) });

  form.set("title", "x");
  await jest.advanceTimersByTimeAsync(2_000);
  expect(session.state()).toMatchObject({ phase: "failed", error: { status: 403 } });
  form.set("title", "a");

  expect(session.state()).toMatchObject({ phase: "saved", error: null });
  end();
});

test("what others save is shown where nothing must be chosen, and only that is told", async () => {
  let theirs = { ...STORED, body: "theirs" };
  const { form, session, written, end } = open({ read: async () => theirs });

  form.set("title", "mine");
  await session.follow();
  const first = [form.state().values, session.state().others];
  session.clearOthers();
  await session.follow();
  const again = session.state().others;
  theirs = { ...STORED, title: "theirs too" };
  await session.follow();

  expect(first).toEqual([{ title: "mine", body: "theirs" }, "merged"]);
  expect(again).toBeNull();
  expect([form.state().values, session.state().others]).toEqual([{ title: "mine", body: "theirs" }, "differ"]);
  expect(written).toEqual([]);
  end();
});

test("what others save in the same field is shown when the own change of it is undone", async () => {
  const { form, session, end } = open({ read: async () => ({ ...STORED, title: "theirs" }) });
  form.set("title", "mine");
  await session.follow();

  form.set("title", STORED.title);
  await jest.advanceTimersByTimeAsync(0);

  expect([form.state().values.title, session.state().others]).toEqual(["theirs", "merged"]);
  end();
});

test("a record that was read before the form's own save is not shown after it", async () => {
  const reads = [STORED, { ...STORED, title: "mine" }];
  const reading = Promise.withResolvers<void>();
  const read = async () => {
    const record = reads.shift() ?? null;
    if (record === STORED) await reading.promise;
    return record;
  };
  const { form, session, end } = open({ read });

  const following = session.follow();
  form.set("title", "mine");
  await session.save();
  reading.resolve();
  await following;

  expect([form.state().values.title, session.state().others, reads]).toEqual(["mine", null, []]);
  end();
});

test("what others save during a save of the form is shown after it", async () => {
  const saving = Promise.withResolvers<typeof STORED>();
  const { form, session, end } = open({ write: () => saving.promise, read: async () => ({ ...STORED, title: "mine", body: "theirs" }) });

  form.set("title", "mine");
  const save = session.save();
  await session.follow();
  const during = form.state().values;
  saving.resolve({ ...STORED, title: "mine" });
  await save;
  await jest.advanceTimersByTimeAsync(0);

  expect([during.body, form.state().values]).toEqual(["b", { title: "mine", body: "theirs" }]);
  end();
});

test("a form says that its record was deleted, and keeps what is not saved", async () => {
  const { form, session, keeper, end } = open({ isAutomatic: false, read: () => Promise.reject(refused(404)) });
  await session.follow();
  const unchanged = session.state();

  form.set("title", "mine");
  await session.follow();

  expect(unchanged).toMatchObject({ phase: "saved", error: { status: 404 } });
  expect(session.state()).toMatchObject({ phase: "failed", error: { status: 404 } });
  expect([form.state().values.title, keeper.kept()?.values]).toEqual(["mine", { title: "mine" }]);
  end();
});

test("a failure to read what others have saved is repeated after the next save, and is no failure of the form", async () => {
  const answers = [() => Promise.reject(new TypeError("offline")), async () => ({ ...STORED, title: "mine", body: "theirs" })];
  const { form, session, end } = open({ read: () => answers.shift()?.() ?? Promise.reject(new Error("no further read")) });

  await session.follow();
  const failed = session.state();
  form.set("title", "mine");
  await session.save();
  await jest.advanceTimersByTimeAsync(0);

  expect(failed).toMatchObject({ phase: "saved", error: null });
  expect(form.state().values).toEqual({ title: "mine", body: "theirs" });
  end();
});

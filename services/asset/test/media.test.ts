import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { AppError } from "@colophon/model/errors";
import { createLocalStorage } from "@colophon/storage";
import { eventually } from "../../../tests/support/eventually.ts";
import { mp3, mp4, wav, webm } from "../../../tests/support/media/media-files.ts";
import type { MediaFacts } from "../src/media/messages.ts";
import { createMediaReader, MediaFailure, type MediaReader, type MediaReaderOptions } from "../src/media/reader.ts";
import { killedOnce } from "./support/killed-once.ts";
import { startAssets, type TestAssets } from "./support/service.ts";

const PROGRAMS = join(import.meta.dirname, "fixtures");
const FILM = { width: 320, height: 180, seconds: 5 };

describe("an upload", () => {
  let site: TestAssets;
  beforeAll(async () => {
    site = await startAssets();
  });
  afterAll(() => site.stop());

  const measured = async (table: "videos" | "files", id: string) => {
    const look = () => site.sql<{ duration: number | null }>(`select * from cms.${table} where id = $1`, [id]);
    const [row] = await eventually(look, { accepts: ([found]) => found?.duration !== null });
    return row;
  };

  test.each([
    ["an MP4", mp4(FILM), "video/mp4"],
    ["an MP4 with its index at its end", mp4({ ...FILM, seed: 1 }, true), "video/mp4"],
    ["a WebM", webm(FILM), "video/webm"],
  ])("of %s has its width, height and duration soon after", async (_what, bytes, type) => {
    const { data } = (await site.upload(bytes, { name: "a", type })).json;
    expect(data).toMatchObject({ _type: "_video", width: null, height: null, duration: null });

    expect(await measured("videos", data.id)).toMatchObject({ width: 320, height: 180, duration: 5, version: 1 });
  });

  test.each([
    ["a WAV", wav(3), "audio/wav", 3],
    ["an MP3", mp3(100), "audio/mpeg", 2.612],
    ["a WebM that is called a sound", webm({ ...FILM, seed: 2 }), "audio/webm", 5],
  ])("of %s has its duration soon after", async (_what, bytes, type, seconds) => {
    const { data } = (await site.upload(bytes, { name: "a", type })).json;
    expect(data).toMatchObject({ _type: "_file", duration: null });

    expect(await measured("files", data.id)).toMatchObject({ duration: seconds });
  });

  test("of a corrupt one has none of them, and succeeds otherwise", async () => {
    const broken = await site.upload(mp4({ ...FILM, seed: 3 }, true).subarray(0, 600), { name: "a.mp4" });
    const text = await site.upload("no sound", { name: "a.mp3", type: "audio/mpeg" });
    const after = await site.upload(wav(2), { name: "a.wav" });

    await measured("files", after.json.data.id);
    await eventually(async () => (await site.sql("select from cms.outbox")).length === 0);
    expect(await site.sql("select width, height, duration from cms.videos where id = $1", [broken.json.data.id])).toEqual([
      { width: null, height: null, duration: null },
    ]);
    expect(await site.sql("select duration from cms.files where id = $1", [text.json.data.id])).toEqual([{ duration: null }]);
    expect(site.lines.filter((line) => line.includes("failed"))).toEqual([]);
  });

  test("that is deleted before it is measured leaves no job", async () => {
    const { data } = (await site.upload(mp4({ ...FILM, seed: 4 }))).json;
    await site.remove("_video", data.id);

    await eventually(async () => (await site.sql("select from cms.outbox")).length === 0);
    expect(await site.sql("select from cms.videos where id = $1", [data.id])).toEqual([]);
  });
});

test("if the storage is unavailable while a video is measured, the measurement is repeated later", async () => {
  let refusals = 2;
  const site = await startAssets({
    storage: (folder) => {
      const storage = createLocalStorage({ folder });
      const read: typeof storage.read = async (...given) => {
        if (refusals-- > 0) throw new AppError("SERVICE_UNAVAILABLE");
        return storage.read(...given);
      };
      return { ...storage, read };
    },
  });
  try {
    await site.upload(mp4(FILM));

    await eventually(async () => (await site.sql("select from cms.videos where duration = 5")).length === 1);
    expect(refusals).toBeLessThan(0);
  } finally {
    await site.stop();
  }
});

test("a video is measured although the first process that read it was killed", async () => {
  const killed = killedOnce(join(import.meta.dirname, "../src/media/child.ts"), { kind: "begun" });
  const site = await startAssets({ media: { program: killed.program } });
  try {
    await site.upload(mp4(FILM));

    await eventually(async () => (await site.sql("select from cms.videos where duration = 5")).length === 1);
  } finally {
    await site.stop();
    killed.remove();
  }
});

describe("reading", () => {
  let reader: MediaReader | undefined;
  afterEach(() => reader?.close());

  const factsOf = (
    bytes: Buffer,
    options: MediaReaderOptions = {},
    read = async (start: number, end: number) => bytes.subarray(start, end),
  ) => {
    reader = createMediaReader(options);
    return reader.factsOf({ size: bytes.length, read });
  };

  test("of a video of several gigabytes, only the bytes around its index are read", async () => {
    const film = mp4(FILM);
    const size = 8_000_000_000;
    let taken = 0;
    const read = async (start: number, end: number) => {
      taken += end - start;
      const bytes = Buffer.alloc(end - start);
      if (start < film.length) film.copy(bytes, 0, start, Math.min(end, film.length));
      return bytes;
    };
    reader = createMediaReader();

    expect(await reader.factsOf({ size, read })).toEqual({ width: 320, height: 180, duration: 5 });
    expect(taken).toBeLessThan(1_000_000);
  });

  test("more bytes than are allowed are never read", async () => {
    const sound = mp3(2_000).fill(0xff, 5_000); // the rest must be searched
    let taken = 0;
    const read = async (start: number, end: number) => {
      taken += end - start;
      return sound.subarray(start, end);
    };

    await factsOf(sound, { maxBytes: 100_000 }, read).catch(nothing);

    expect(taken).toBeLessThanOrEqual(100_000);
  });

  test.each([
    ["never ends", "busy-child.ts", { processorMs: 300 }, "too much processor time"],
    ["takes too much memory while it is busy", "hungry-child.ts", { memoryBytes: 200_000_000 }, "ended the process"],
  ])("a file whose process %s is abandoned", async (_what, program, options, reason) => {
    await expect(factsOf(mp4(FILM), { ...options, program: join(PROGRAMS, program) })).rejects.toMatchObject({
      name: "MediaFailure",
      message: expect.stringContaining(reason),
    });
  });

  test.each([
    ["is given no time", "frozen-child.ts"],
    ["is killed from outside", "killed-child.ts"],
    ["does not start", "no-such-child.ts"],
  ])("a process that %s doesn't count against the file", async (_what, program) => {
    const failure = await factsOf(mp4(FILM), { wallMs: 2_000, program: join(PROGRAMS, program) }).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(MediaFailure);
  });

  test("the time to start a process doesn't count against the file", async () => {
    const program = join(PROGRAMS, "slow-start-child.ts");

    expect(await factsOf(mp4(FILM), { processorMs: 500, wallMs: 280_000, program })).toMatchObject({ duration: 5 });
  });
});

/** The record of an unreadable file. */
function nothing(error: unknown): MediaFacts {
  if (!(error instanceof MediaFailure)) throw error;
  return { width: null, height: null, duration: null };
}

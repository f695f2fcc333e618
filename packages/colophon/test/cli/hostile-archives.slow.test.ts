import { createHash } from "node:crypto";
import { closeSync, createReadStream, ftruncateSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { extract, pack } from "tar-stream";
import { fill, idOf, IMAGE_KEY, rowsOf } from "./support/content.ts";
import { openSite, type TestSite } from "./support/run.ts";

interface Entry {
  readonly name: string;
  readonly body?: Buffer | string;
  readonly type?: "symlink" | "link" | "directory" | "character-device" | "block-device" | "fifo";
  readonly linkname?: string;
}

let source: TestSite;
let target: TestSite;
let good: Entry[];
beforeAll(async () => {
  [source, target] = await Promise.all([openSite(), openSite()]);
  await fill(source);
  const file = join(source.folder, "good.tar");
  await source.cms(["export", file]);
  good = await entriesOf(file);
});
afterAll(() => Promise.all([source.close(), target.close()]));

async function entriesOf(file: string): Promise<Entry[]> {
  const found: Entry[] = [];
  const archive = createReadStream(file).pipe(extract());
  for await (const entry of archive) found.push({ name: entry.header.name, body: await buffer(entry) });
  return found;
}

async function tarOf(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  for (const { name, body = "", type, linkname } of entries)
    archive.entry({ name, ...(type && { type }), ...(linkname !== undefined && { linkname }) }, body);
  archive.finalize();
  return buffer(archive);
}

const MEDIA = `media/${IMAGE_KEY}`;
const isRows = ({ name }: Entry): boolean => name.startsWith("rows/");
const before = (name: string, ...more: Entry[]): Entry[] => good.flatMap((entry) => (entry.name === name ? [...more, entry] : [entry]));
const changed = (name: string, change: (body: string) => string | Buffer): Entry[] =>
  good.map((entry) => (entry.name === name ? { name, body: change(String(entry.body)) } : entry));
const withManifest = (change: (manifest: ReturnType<typeof JSON.parse>) => void): Entry[] =>
  changed("manifest.json", (body) => {
    const manifest = JSON.parse(body);
    change(manifest);
    return JSON.stringify(manifest);
  });
const images = (): string => good.find(({ name }) => name.startsWith("rows/cms.images/"))?.name ?? "";
const other = `originals/aa/${idOf("other", 1).slice(0, -2)}aa`;

const CORPUS: readonly (readonly [what: string, make: () => Entry[] | Buffer, sentence: RegExp])[] = [
  ["a file outside", () => before("end.json", { name: "media/../../../etc/cron.d/x" }), /is not part of an export/],
  ["an absolute name", () => before("end.json", { name: "/etc/passwd" }), /is not part of an export/],
  ["a name that goes up", () => before("end.json", { name: "../x" }), /is not part of an export/],
  ["rows outside", () => before(MEDIA, { name: "rows/../000000.ndjson" }), /is not part of an export|is incomplete/],
  ["a name for another system", () => before("end.json", { name: "media\\..\\x" }), /is not part of an export/],
  ["a key that is no original", () => before("end.json", { name: `media/derivatives/${idOf("image", 1)}/aa` }), /is not part of an export/],
  ["a name that moves the cursor", () => before("end.json", { name: "\u001B[2Jx" }), /contains \?\[2Jx, which/],
  ["a long name", () => before("end.json", { name: "x/".repeat(50_000) }), /is not part of an export/],
  ["a symbolic link", () => before("end.json", { name: MEDIA, type: "symlink", linkname: "/etc/passwd" }), /not a file but a symlink/],
  ["a hard link", () => before("end.json", { name: MEDIA, type: "link", linkname: "/etc/passwd" }), /not a file but a link/],
  ["a folder", () => before("end.json", { name: "media/", type: "directory" }), /not a file but a directory/],
  ["a device", () => before("end.json", { name: MEDIA, type: "character-device" }), /not a file but a character-device/],
  ["a disk", () => before("end.json", { name: MEDIA, type: "block-device" }), /not a file but a block-device/],
  ["a pipe", () => before("end.json", { name: MEDIA, type: "fifo" }), /not a file but a fifo/],
  ["a file twice", () => good.flatMap((entry) => (entry.name === MEDIA ? [entry, entry] : [entry])), /twice/],
  ["rows twice", () => good.flatMap((entry) => (isRows(entry) ? [entry, entry] : [entry])), /contains piece 0 of the rows of/],
  ["a piece that is missing", () => before(MEDIA, { name: "rows/content.article/000007.ndjson" }), /in the place of piece/],
  ["a manifest twice", () => before(MEDIA, { name: "manifest.json" }), /after its rows/],
  ["two ends", () => [...good, { name: "end.json", body: "{}" }], /after its end/],
  ["rows after the files", () => before("end.json", { name: "rows/content.article/000001.ndjson" }), /after its media/],
  ["no manifest first", () => good.slice(1), /the first entry is not a manifest/],
  ["no end", () => good.slice(0, -1), /is truncated/],
  ["an end that says nothing", () => changed("end.json", () => "[]"), /the last entry is not a summary/],
  ["a manifest that is too large", () => changed("manifest.json", (body) => body + " ".repeat(17_000_000)), /which is too large/],
  [
    "fewer rows than there are",
    () => withManifest(({ tables }) => (tables["content.article"].rows = 1)),
    /more rows of content.article than/,
  ],
  [
    "more rows than there are",
    () => withManifest(({ tables }) => (tables["content.article"].rows = 1e9)),
    /rows of content.article are missing/,
  ],
  ["a negative number of rows", () => withManifest(({ tables }) => (tables["content.article"].rows = -1)), /not a manifest/],
  ["more files than it says", () => withManifest(({ media }) => (media.files = 0)), /more files than its manifest lists/],
  ["a file that no record names", () => before("end.json", { name: `media/${other}` }), /no record of it names|more files than/],
  ["a file of another size", () => changed(MEDIA, (body) => `${body}!`), /is damaged/],
  ["a file with other bytes", () => changed(MEDIA, (body) => body.replace("picture", "pictuRe")), /is damaged/],
  ["a record with another's file", () => changed(images(), (body) => body.replace(IMAGE_KEY, other)), /with the file of another record/],
  [
    "a record with a file outside",
    () => changed(images(), (body) => body.replace(IMAGE_KEY, "../../etc/passwd")),
    /with the file of another record/,
  ],
  ["rows that are no JSON", () => changed(images(), () => "x".repeat(100)), /can't be read/],
  ["rows that are too deep", () => changed(images(), () => `{"alt":${"[".repeat(100_000)}`), /can't be read/],
  ["a compressed bomb", () => gzipSync(Buffer.alloc(50_000_000)), /not a tar file/],
  ["nothing", () => Buffer.alloc(0), /is truncated|not a manifest/],
  ["zeros", () => Buffer.alloc(10_240), /is truncated|not a manifest/],
];

/** Every file in a folder, with its content. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".tar"))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${path} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
    })
    .toSorted();
}

test("each invalid archive is refused in a sentence, and nothing of it is imported", async () => {
  const [rows, files] = [await rowsOf(target), filesIn(target.folder)];
  const wrong: string[] = [];
  for (const [what, make, sentence] of CORPUS) {
    const made = make();
    const archive = join(target.folder, "crafted.tar");
    writeFileSync(archive, Buffer.isBuffer(made) ? made : await tarOf(made));

    const { status, stderr } = await target.cms(["import", archive]);

    if (status !== 1 || !sentence.test(stderr) || / {4}at /.test(stderr) || stderr.length > 500)
      wrong.push(`${what}: ${status} ${stderr.slice(0, 600)}`);
  }

  expect(wrong).toEqual([]);
  expect(await rowsOf(target)).toEqual(rows);
  expect(filesIn(target.folder)).toEqual(files);
});

test("entries are streamed: one of several hundred megabytes needs little memory", async () => {
  const bytes = 600 * 1024 * 1024;
  const rows = good.findIndex(isRows);
  const head = await tarOf(good.slice(0, rows));
  const archive = join(target.folder, "large.tar");
  const file = openSync(archive, "w");
  const start = head.subarray(0, head.length - 1_024); // without its end
  writeSync(file, start);
  writeSync(file, headerOf(good[rows]?.name ?? "", bytes));
  ftruncateSync(file, start.length + 512 + bytes); // endless zeros, which take no space on the disk
  closeSync(file);
  const rss = process.memoryUsage.rss();
  let peak = rss;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);

  const { status, stderr } = await target.cms(["import", archive]);
  clearInterval(timer);

  expect([status, stderr]).toEqual([1, expect.stringContaining("that is too long")]);
  expect(peak - rss).toBeLessThan(300 * 1024 * 1024);
});

test("the valid archive on which the invalid ones are based is imported", async () => {
  const archive = join(target.folder, "good.tar");
  writeFileSync(archive, await tarOf(good));

  const { status, stderr } = await target.cms(["import", archive]);

  expect([status, stderr]).toEqual([0, expect.stringContaining("The import is complete.")]);
  expect(await rowsOf(target)).toEqual(await rowsOf(source));
});

/** The first block of a file in a tar. @see https://www.gnu.org/software/tar/manual/html_node/Standard.html */
function headerOf(name: string, size: number): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0, "latin1");
  block.write("0000600\0", 100, "latin1");
  block.write(`${size.toString(8).padStart(11, "0")} `, 124, "latin1");
  block.write("00000000000 ", 136, "latin1");
  block.write("        0", 148, "latin1");
  block.write("ustar\x0000", 257, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}

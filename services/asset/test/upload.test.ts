import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { picture } from "../../../tests/support/media/pictures.ts";
import { startAssets, type TestAssets, type Upload } from "./support/service.ts";
import { byteDifference } from "../../../tests/support/media/byte-difference.ts";

const MAX_BYTES = 3_000_000;
let site: TestAssets;
beforeAll(async () => {
  site = await startAssets({ maxUploadBytes: MAX_BYTES, idleMs: 5_000, audited: true });
});
afterAll(() => site.stop());

const staged = async () => (await site.files()).filter((name) => name.startsWith("tmp/"));
const countRows = async () =>
  Number(
    (
      await site.sql("select (select count(*) from cms.images) + (select count(*) from cms.files) + (select count(*) from cms.videos) as n")
    )[0]?.["n"],
  );

test("an upload is a row of the audit log, and so is a refused one", async () => {
  const uploadAs = (role: string) => {
    const body = new FormData();
    body.append("file", new Blob(["logged"]), "logged.txt");
    return site.send(role, "/api/assets/upload", {
      method: "POST",
      body,
      headers: { "x-request-id": "a-request", "x-cms-client": "203.0.113.7" },
    });
  };
  const made = await uploadAs("editor");
  expect((await uploadAs("nobody")).status).toBe(403);

  const rows = await site.sql(
    `select action, entity, record_id::text as id, actor_kind as kind, address, route from cms.audit where request_id = 'a-request' order by seq`,
  );
  const by = { kind: "user", address: "203.0.113.7" };
  expect(rows).toEqual([
    { ...by, action: "create", entity: "_file", id: made.json.data.id, route: null },
    { ...by, action: "refuse", entity: null, id: null, route: "POST /api/assets/upload" },
  ]);
});

describe("the kind of a file", () => {
  test.each<[string, () => Promise<Uint8Array | string>, Upload, [string, string, string]]>([
    [
      "a PNG that is called a JPEG",
      async () => picture("png", { seed: 10 }),
      { name: "x.jpg", type: "image/jpeg" },
      ["_image", "image/png", "png"],
    ],
    ["a picture without a type", async () => picture("webp", { seed: 11 }), { name: "x", type: "" }, ["_image", "image/webp", "webp"]],
    [
      "a PNG that is called text",
      async () => picture("png", { seed: 12 }),
      { name: "x.txt", type: "text/plain" },
      ["_image", "image/png", "png"],
    ],
    ["an AVIF", async () => picture("avif", { seed: 13 }), { name: "x.avif", type: "image/avif" }, ["_image", "image/avif", "avif"]],
    ["a GIF", async () => picture("gif", { seed: 14 }), { name: "x.gif", type: "image/gif; x=y" }, ["_image", "image/gif", "gif"]],
    ["text", async () => "hello", { name: "a.txt", type: "text/plain" }, ["_file", "text/plain", "txt"]],
    ["CSV", async () => "a,b\n1,2\n", { name: "a.csv", type: "text/csv" }, ["_file", "text/csv", "csv"]],
    ["HTML that is called HTML", async () => "<p>hi</p>", { name: "a.html", type: "text/html" }, ["_file", "text/html", "html"]],
    ["text that is called a video", async () => "no video", { name: "a.mp4", type: "video/mp4" }, ["_file", "text/plain", "txt"]],
    [
      "bytes of no known kind",
      async () => Buffer.from([0, 1, 2, 3, 254]),
      { name: "a", type: "application/x-own" },
      ["_file", "application/x-own", "bin"],
    ],
    [
      "bytes that are called a PDF",
      async () => Buffer.from([0, 1, 2, 3, 253]),
      { name: "a.pdf", type: "application/pdf" },
      ["_file", "application/octet-stream", "bin"],
    ],
    ["a PDF", async () => "%PDF-1.7\n%\xE2\xE3\n1 0 obj\n", { name: "a.bin", type: "" }, ["_file", "application/pdf", "pdf"]],
    ["an MP4", async () => mp4(), { name: "a.mp4", type: "video/mp4" }, ["_video", "video/mp4", "mp4"]],
    ["an SVG", async () => SVG, { name: "a.svg", type: "text/plain" }, ["_image", "image/svg+xml", "svg"]],
    [
      "an image of a kind that is not decoded",
      async () => Buffer.from([0, 9, 9]),
      { name: "a.foo", type: "image/x-foo" },
      ["_image", "image/x-foo", "bin"],
    ],
    [
      "an image that is written as text",
      async () => "/* XPM */ static char *x[] = {};",
      { name: "a.xpm", type: "image/x-xpixmap" },
      ["_image", "image/x-xpixmap", "bin"],
    ],
  ])("%s", async (_what, make, how, [entity, mimeType, extension]) => {
    const made = await site.upload(await make(), how);

    expect([made.status, made.json.data?._type, made.json.data?.mimeType]).toEqual([201, entity, mimeType]);
    expect(made.json.data.filename.split(".").at(-1)).toBe(extension);
  });

  test("an SVG's size is read from its root element, and other undecoded images have none", async () => {
    const svg = await site.upload(`<?xml version="1.0"?><!-- > --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30.4 20"></svg>`);
    const tiff = await site.upload(Buffer.concat([Buffer.from("II*\0"), Buffer.alloc(64)]), { type: "image/tiff" });

    expect([svg.json.data.width, svg.json.data.height]).toEqual([30, 20]);
    expect([tiff.json.data.mimeType, tiff.json.data.width]).toEqual(["image/tiff", null]);
  });

  test("width and height are those after the orientation", async () => {
    const made = await site.upload(await picture("jpeg", { width: 120, height: 60, orientation: 6, seed: 20 }));

    expect([made.json.data.width, made.json.data.height]).toEqual([60, 120]);
  });
});

let seed = 1_000;
test.each([
  ["photo.jpg", /^photo-[0-9a-f]{8}\.png$/],
  ["../../etc/passwd", /^passwd-[0-9a-f]{8}\.png$/],
  ["C:\\Users\\x\\CON.png", /^CON-[0-9a-f]{8}\.png$/],
  [".htaccess", /^file-[0-9a-f]{8}\.png$/],
  ["a\u202Egnp.exe", /^a-gnp-[0-9a-f]{8}\.png$/],
  ["\u6587\u4EF6.png", /^file-[0-9a-f]{8}\.png$/],
  [`${"x".repeat(300)}.png`, /^x{80}-[0-9a-f]{8}\.png$/],
  ["a\r\nSet-Cookie: x=1.png", /^a-0D-0ASet-Cookie-x-1-[0-9a-f]{8}\.png$|^a-Set-Cookie-x-1-[0-9a-f]{8}\.png$/],
])("the name %j is sanitized", async (name, expected) => {
  const made = await site.upload(await picture("png", { seed: seed++ }), { name });

  expect(made.status).toBe(201);
  expect(made.json.data.filename).toMatch(expected);
});

describe("refusals", () => {
  test.each([
    ["no multipart", "{}", "application/json", 415],
    ["no content type of a form", "x", "text/plain", 415],
    ["no boundary", "x", "multipart/form-data", 400],
    ["nothing in it", "--b--\r\n", "multipart/form-data; boundary=b", 400],
    ["no end", part("file", "a", "x").slice(0, -8), "multipart/form-data; boundary=b", 400],
    ["two files", part("file", "a", "x", false) + part("file", "b", "y"), "multipart/form-data; boundary=b", 400],
    ["a file under another name", part("picture", "a", "x"), "multipart/form-data; boundary=b", 400],
    ["a field of another name", field("__proto__[x]", "1") + part("file", "a", "x"), "multipart/form-data; boundary=b", 400],
    ["the file as text", `${field("file", "x")}--b--\r\n`, "multipart/form-data; boundary=b", 400],
    ["an empty file", part("file", "a", ""), "multipart/form-data; boundary=b", 400],
    ["alt twice", field("alt", "1") + field("alt", "2") + part("file", "a", "x"), "multipart/form-data; boundary=b", 400],
    ["a long alt", field("alt", "x".repeat(1_001)) + part("file", "a", "x"), "multipart/form-data; boundary=b", 400],
    ["a very long alt", field("alt", "x".repeat(100_000)) + part("file", "a", "x"), "multipart/form-data; boundary=b", 400],
    ["ten thousand parts", field("alt", "x").repeat(10_000), "multipart/form-data; boundary=b", 400],
    [
      "a header of a megabyte",
      `--b\r\nContent-Disposition: form-data; name="file"; filename="${"x".repeat(1_000_000)}"\r\n\r\nx\r\n--b--\r\n`,
      "multipart/form-data; boundary=b",
      400,
    ],
    ["no part at all, only noise", "\0\r\n--\r\n".repeat(1_000), "multipart/form-data; boundary=b", 400],
    ["a file that is too large", part("file", "a", "x".repeat(MAX_BYTES + 1)), "multipart/form-data; boundary=b", 413],
    ["a body that is far too large", part("file", "a", "x".repeat(MAX_BYTES + 100_000)), "multipart/form-data; boundary=b", 413],
  ])("%s", async (_what, body, contentType, status) => {
    const rows = await countRows();

    const answer = await site.post(body, contentType);

    expect([answer.status, typeof answer.json?.error?.code]).toEqual([status, "string"]);
    expect(await countRows()).toBe(rows);
    await eventually(async () => (await staged()).length === 0);
  });

  test("a file of exactly the limit is accepted", async () => {
    expect((await site.upload("x".repeat(MAX_BYTES), { name: "a.txt" })).status).toBe(201);
  });

  test("an alt of a thousand characters is stored, of any Unicode plane", async () => {
    const alt = "\u{1F600}".repeat(1_000);
    expect((await site.upload(await picture("png", { seed: 30 }), { alt })).json.data.alt).toBe(alt);
  });

  const altOf = (bytes: Buffer, headers = "") =>
    Buffer.concat([Buffer.from(`--b\r\nContent-Disposition: form-data; name="alt"\r\n${headers}\r\n`), bytes, Buffer.from("\r\n")]);
  const sent = async (alt: Buffer) => {
    const image = await picture("png", { seed: seed++ });
    const file = Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`);
    return site.post(Buffer.concat([alt, file, image, Buffer.from("\r\n--b--\r\n")]), "multipart/form-data; boundary=b");
  };

  test.each([
    ["invalid UTF-8", Buffer.from("a\xffb", "latin1"), ""],
    ["half a character", Buffer.from([0xc3]), ""],
    ["half a character, called UTF-8", Buffer.from([0xe2, 0x82]), "Content-Type: text/plain; charset=utf-8\r\n"],
    ["a lone surrogate", Buffer.from([0xed, 0xa0, 0x80]), ""],
    ["an overlong slash", Buffer.from([0xc0, 0xaf]), ""],
    ["NUL", Buffer.from("a\0b"), ""],
    ["UTF-16", Buffer.from("ab", "utf16le"), "Content-Type: text/plain; charset=utf-16le\r\n"],
    ["another character set", Buffer.from("\xe4", "latin1"), "Content-Type: text/plain; charset=iso-8859-1\r\n"],
  ])("an alt with %s", async (_what, bytes, headers) => {
    const rows = await countRows();

    const answer = await sent(altOf(bytes, headers));

    expect([answer.status, answer.json.error.details]).toEqual([400, [{ field: "alt", message: "must be text in UTF-8, without NUL" }]]);
    expect(await countRows()).toBe(rows);
    await eventually(async () => (await staged()).length === 0);
  });

  test("an alt may contain any character, also U+FFFD", async () => {
    const alt = "\u{FEFF}Zoë \u{FFFD} 日本 \u{10FFFF}";

    expect((await sent(altOf(Buffer.from(alt)))).json.data.alt).toBe(alt);
  });

  test.each([
    ["bytes that are no UTF-8", Buffer.from('filename="\xff\xfe\xc3.png"', "latin1")],
    ["NUL", Buffer.from('filename="a\0b.png"')],
    ["a lone surrogate", Buffer.concat([Buffer.from('filename="'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('.png"')])],
    ["control characters", Buffer.from('filename="\x01\x1b[31m\x7f.png"')],
    ["an encoded form that is none", Buffer.from("filename*=UTF-8''%ff%zz%")],
    ["an unknown character set", Buffer.from("filename*=klingon'x'%e2%82")],
    ["no end", Buffer.from('filename="a.png')],
    ["an escape at its end", Buffer.from('filename="a\\"')],
    ["nothing in it", Buffer.from('filename=""')],
    ["percent signs", Buffer.from('filename="%00%0d%0a%.png"')],
  ])("a file name with %s is sanitized or refused, without an internal error", async (_what, name) => {
    const head = Buffer.concat([Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; '), name, Buffer.from("\r\n\r\n")]);
    const body = Buffer.concat([head, await picture("png", { seed: seed++ }), Buffer.from("\r\n--b--\r\n")]);

    const { status, json } = await site.post(body, "multipart/form-data; boundary=b");

    expect([201, 400]).toContain(status);
    if (status === 201) expect(json.data.filename).toMatch(/^[\w][\w.-]*$/);
  });

  test("without permission to create any asset, the body is not read", async () => {
    expect((await site.upload("x", { role: "nobody" })).status).toBe(403);
    expect((await site.post("x", "text/plain", "nobody")).status).toBe(403);
  });

  test("the permission is checked for the detected kind of the file", async () => {
    const before = (await site.files()).length;

    expect((await site.upload(mp4(), { role: "dropper", name: "a.mp4" })).status).toBe(403);
    expect((await site.upload(await picture("png", { width: 101, seed: 31 }), { role: "smallOnly" })).status).toBe(403);

    expect(await site.files()).toHaveLength(before);
    expect((await site.upload(await picture("png", { width: 99, seed: 32 }), { role: "smallOnly" })).status).toBe(201);
  });

  test.each([
    ["wordless", 403, "FORBIDDEN", "may not be written by your role"],
    ["altBlind", 400, "VALIDATION_ERROR", "is not a known field"],
  ])("an alt that the role %s may not write", async (role, status, code, message) => {
    const bytes = await picture("png", { seed: seed++ });
    await site.upload(bytes);

    for (const image of [bytes, await picture("png", { seed: seed++ })]) {
      const answer = await site.upload(image, { role, alt: "mine" });
      expect([answer.status, answer.json.error.code, answer.json.error.details]).toEqual([status, code, [{ field: "alt", message }]]);
    }
    expect((await site.upload(await picture("png", { seed: seed++ }), { role })).status).toBe(201);
    await eventually(async () => (await staged()).length === 0);
  });

  test("an alt of a file that is not an image is ignored", async () => {
    const made = await site.upload("some words", { name: "a.txt", alt: "words" });

    expect([made.status, made.json.data._type, "alt" in made.json.data]).toEqual([201, "_file", false]);
  });

  test("other methods are refused with Allow", async () => {
    const answer = await site.send("editor", "/api/assets/upload", { method: "PUT" });

    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("the same bytes again", () => {
  test("return the first record, also for fifty simultaneous uploads", async () => {
    const bytes = await picture("png", { seed: 40 });

    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => site.upload(bytes, { name: `${at}.png` })));

    const ids = new Set(answers.map(({ json }) => json.data.id));
    expect(ids.size).toBe(1);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(49).fill(200), 201]);
    expect((await site.files()).filter((name) => name.startsWith("originals/"))).toHaveLength(await countRows());
    expect(await staged()).toEqual([]);
  });

  test("show only the automatic fields without read permission", async () => {
    const bytes = await picture("png", { seed: 41 });
    const first = await site.upload(bytes, { alt: "mine" });

    const second = await site.upload(bytes, { role: "dropper" });

    expect(second.status).toBe(200);
    expect(second.json.data.id).toBe(first.json.data.id);
    expect(Object.keys(second.json.data).toSorted()).toEqual(["_type", "createdAt", "id", "publishedAt", "updatedAt"]);
  });

  test("become a new record with a new name when the first was deleted", async () => {
    const bytes = await picture("png", { seed: 42 });
    const first = await site.upload(bytes);
    await site.remove("_image", first.json.data.id);

    const second = await site.upload(bytes);

    expect(second.status).toBe(201);
    expect(second.json.data.filename).not.toBe(first.json.data.filename);
    expect(byteDifference((await site.get(second.json.data.url)).bytes, bytes)).toBeNull();
  });

  test("with another kind of asset become a record and a file of their own", async () => {
    const bytes = Buffer.from([0, 7, 7, 7]);
    const image = await site.upload(bytes, { type: "image/x-foo" });
    const file = await site.upload(bytes, { type: "application/x-own" });

    await site.remove("_image", image.json.data.id);
    await eventually(async () => !(await site.files()).some((name) => name.includes(image.json.data.id)));

    expect(byteDifference((await site.get(file.json.data.url)).bytes, bytes)).toBeNull();
  });
});

describe("callers that disconnect", () => {
  const begin = () =>
    httpRequest(`${site.url}/api/assets/upload`, {
      method: "POST",
      headers: {
        "x-cms-identity": site.tokenFor("editor"),
        "content-type": "multipart/form-data; boundary=b",
        "content-length": 1_000_000,
      },
    });

  test("leave no data, also two hundred of them", async () => {
    const files = (await site.files()).length;
    const closed: Promise<unknown>[] = [];
    for (let at = 0; at < 200; at++) {
      const request = begin();
      request.on("error", () => undefined);
      closed.push(new Promise((resolve) => request.once("close", resolve)));
      request.write(part("file", "a.bin", "x".repeat(at * 300), false).slice(0, -2));
      setTimeout(() => request.destroy(), at % 20);
      if (at % 40 === 39) await new Promise((resolve) => setTimeout(resolve, 30));
    }

    await Promise.all(closed);
    await site.upload("the service has received all of them", { name: "last.txt" });
    await eventually(async () => (await staged()).length === 0, { what: "no upload is staged" });
    expect(await site.files()).toHaveLength(files + 1);
  });

  test("or send too slowly are disconnected", async () => {
    const request = begin();
    const ended = new Promise((resolve) => request.once("close", resolve));
    request.on("error", () => undefined);
    request.write(part("file", "a.bin", "x".repeat(1_000), false));

    await ended;

    await eventually(async () => (await staged()).length === 0);
  });
});

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="12" height="7px"><script>alert(1)</script></svg>`;

function mp4(): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypmp42"), Buffer.alloc(4), Buffer.from("mp42isom")]);
}

function field(name: string, value: string): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

function part(name: string, filename: string, content: string, isLast = true): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n\r\n${content}\r\n${isLast ? "--b--\r\n" : ""}`;
}

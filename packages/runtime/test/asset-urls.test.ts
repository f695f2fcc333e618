import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import { assetUrlsOf, endOfPermit } from "../src/credentials/index.ts";

const SECRET = "a key for tests only";
const FILE = "map-1a2b3c4d.jpg";
const UNTIL = 1_772_373_600;

/** As PostgreSQL makes it. */
function permitFor(filename: string, until: number): string {
  const urls = assetUrlsOf({ publicUrl: "https://cdn.example.com/", signedUrlMinutes: 60, secret: SECRET });
  const sha256 = (key = "", text: string | Buffer) => createHash("sha256").update(Buffer.from(key, "hex")).update(text).digest();
  const mac = sha256(urls?.outerKey, sha256(urls?.innerKey, `${until}/${filename}`));
  return `${until}.${mac.toString("hex").slice(0, urls?.signatureLength)}`;
}

test("a permit is for one file until one time, and comes from the secret", () => {
  const permit = permitFor(FILE, UNTIL);
  const signature = permit.split(".")[1];

  expect(endOfPermit(SECRET, { permit, filename: FILE })).toEqual(new Date(UNTIL * 1000));
  expect(endOfPermit("another key for tests", { permit, filename: FILE })).toBeNull();
  expect(endOfPermit(SECRET, { permit, filename: "map-1a2b3c4e.jpg" })).toBeNull();
  expect(endOfPermit(SECRET, { permit: `${UNTIL + 1}.${signature}`, filename: FILE })).toBeNull();
  for (const wrong of ["", ".", `${UNTIL}.`, `${UNTIL}.${signature}0`, `x${permit}`, `${permit}\n`, permit.toUpperCase()])
    expect(endOfPermit(SECRET, { permit: wrong, filename: FILE })).toBeNull();
});

test("no CDN, no URLs; and its address is used without a slash at the end", () => {
  expect(assetUrlsOf(null)).toBeNull();
  expect(assetUrlsOf({ publicUrl: "https://cdn.example.com/media/", signedUrlMinutes: 5, secret: SECRET })).toMatchObject({
    prefix: "https://cdn.example.com/media",
    periodSeconds: 300,
  });
});

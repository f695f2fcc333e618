import { randomBytes } from "node:crypto";

/** A real S3 server for tests, with a bucket for each test. */
export interface TestS3 {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Why tests that need S3 are skipped, in a sentence for their name. */
export const WITHOUT_S3 = "skipped: set TEST_S3_URL=http://key:secret@host:port to run it";

/** The server of TEST_S3_URL (`http://accessKey:secretKey@host:port`; keys minioadmin when left out), or null without one. */
export function testS3(): TestS3 | null {
  const given = process.env["TEST_S3_URL"];
  if (!given) return null;
  const url = new URL(given);
  return {
    endpoint: url.origin,
    bucket: `test-${randomBytes(8).toString("hex")}`,
    region: "us-east-1",
    accessKeyId: decodeURIComponent(url.username) || "minioadmin",
    secretAccessKey: decodeURIComponent(url.password) || "minioadmin",
  };
}

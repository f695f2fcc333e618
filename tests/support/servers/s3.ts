import { randomBytes } from "node:crypto";

/** An S3 server, and a bucket that no other test uses. */
export interface TestS3 {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The reason for skipping tests that need S3; it is shown in their names. */
export const WITHOUT_S3 = "skipped: set TEST_S3_URL=http://key:secret@host:port to run it";

/** The server of TEST_S3_URL (`http://accessKey:secretKey@host:port`; both keys default to `minioadmin`); null if it is not set. */
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

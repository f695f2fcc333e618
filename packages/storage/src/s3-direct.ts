import { hkdfSync } from "node:crypto";
import type { Client } from "minio";
import { unavailable } from "@colophon/model/errors";
import { checkKey, type DirectStorage } from "./port.ts";

interface DirectOptions {
  readonly bucket: string;
  readonly secretAccessKey: string;
  readonly publicEndpoint?: string | undefined;
}

const SECRET_BYTES = 32;

/** Uploads by callers: the policy of a form, which S3 checks, allows one key and one size. */
export function createDirectStorage(client: Client, { bucket, secretAccessKey, publicEndpoint }: DirectOptions): DirectStorage {
  return {
    async allow(key, { size, until }) {
      const policy = client.newPostPolicy();
      policy.setBucket(bucket);
      policy.setKey(checkKey(key));
      policy.setExpires(until);
      policy.setContentLengthRange(size, size);
      const { postURL, formData } = await client.presignedPostPolicy(policy).catch(rethrow);
      return { url: publicUrlOf(postURL, publicEndpoint), fields: formData };
    },

    async copy(from, to) {
      await client.copyObject(bucket, checkKey(to), `/${bucket}/${checkKey(from)}`).catch(rethrow);
    },

    secret: Buffer.from(hkdfSync("sha256", secretAccessKey, "", "colophon direct uploads", SECRET_BYTES)),
  };
}

/** The signature of a form's policy doesn't contain the host. */
function publicUrlOf(url: string, publicEndpoint: string | undefined): string {
  if (publicEndpoint === undefined) return url;
  const { pathname } = new URL(url);
  return new URL(publicEndpoint).origin + pathname;
}

function rethrow(error: unknown): never {
  throw unavailable(error);
}

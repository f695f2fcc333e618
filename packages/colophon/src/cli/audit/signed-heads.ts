/** Heads of the audit log, signed: stored elsewhere, they show later whether the log was rewritten. */
import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from "node:crypto";
import type { Head } from "@colophon/database";
import { z } from "zod";

const SEED_BYTES = 32;
/** The beginning of an Ed25519 private key in PKCS8: its seed follows. RFC 8410. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

const SIGNED_HEAD = z.strictObject({
  number: z.string().regex(/^[1-9]\d*$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
  publicKey: z.string(),
  signature: z.string(),
});

/** The number and hash of the newest row, the time at which it was read, and the signature with its public key (base64 of SPKI). */
export type SignedHead = z.output<typeof SIGNED_HEAD>;

/** A head that can't be relied on. */
export class WrongHead extends Error {
  override readonly name = "WrongHead";
}

const textOf = ({ number, hash, at }: Pick<SignedHead, "number" | "hash" | "at">): Buffer => Buffer.from([number, hash, at].join("\n"));

/** Signs heads with a key of their own, Ed25519, which is derived from CMS_SECRET. */
export function createHeadKey(secret: string) {
  const seed = Buffer.from(hkdfSync("sha256", secret, "", "colophon audit head 1", SEED_BYTES));
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(privateKey);
  const shown = publicKey.export({ format: "der", type: "spki" }).toString("base64");

  return {
    sign({ number, hash }: Head, now: Date): SignedHead {
      const at = now.toISOString();
      const signature = sign(null, textOf({ number, hash, at }), privateKey).toString("base64");
      return { number, hash, at, publicKey: shown, signature };
    },

    /** @param text - the JSON of a signed head. @throws WrongHead */
    open(text: string): Head {
      const read = SIGNED_HEAD.safeParse(parsed(text));
      if (!read.success) throw new WrongHead("The file is not the output of cms audit head.");
      const { number, hash, publicKey: signedBy, signature } = read.data;
      if (signedBy !== shown) throw new WrongHead("The head was signed with another key: use the CMS_SECRET of that time.");
      if (!verify(null, textOf(read.data), publicKey, Buffer.from(signature, "base64")))
        throw new WrongHead("The signature of the head is wrong: the file was changed.");
      return { number, hash };
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

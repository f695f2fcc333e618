import { createHmac, timingSafeEqual } from "node:crypto";

/** What a caller has announced, and where the file is expected. */
export interface Ticket {
  readonly key: string;
  readonly name: string;
  readonly claimedType: string;
  readonly size: number;
  /** SHA-256, as hex. */
  readonly hash: string;
  readonly alt: string | null;
  /** The caller who began the upload, and alone may complete it. */
  readonly by: string;
}

const macOf = (text: string, secret: Buffer): Buffer => createHmac("sha256", secret).update(text).digest();

/** The ticket as a text that nobody can change; it needs no storage. */
export function sealTicket(ticket: Ticket, secret: Buffer): string {
  const text = Buffer.from(JSON.stringify(ticket)).toString("base64url");
  return `${text}.${macOf(text, secret).toString("base64url")}`;
}

/** Null for any text that `sealTicket` has not made with this secret. */
export function openTicket(sealed: string, secret: Buffer): Ticket | null {
  const [text = "", mac = ""] = sealed.split(".");
  const given = Buffer.from(mac, "base64url");
  const expected = macOf(text, secret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(text, "base64url").toString()) as Ticket;
}

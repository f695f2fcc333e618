import { BlockList, isIP } from "node:net";
import { canonicalEmail, isEmail } from "@colophon/model";
import * as z from "zod";

/** One row of the table of environment variables. */
export interface EnvEntry {
  readonly schema: z.ZodType;
  /** The text that is used if the variable is not set. */
  readonly default?: string;
  /** One sentence for `.env.example` and the reference. */
  readonly description: string;
  /** Ends the sentence "set it to …". */
  readonly expected: string;
  /** Never repeated in a message. */
  readonly secret?: boolean;
  /** Set by `npm start` or the deployment, between the product's own processes. */
  readonly internal?: boolean;
  /** Without it, a process that reads it does not start in production. */
  readonly requiredInProduction?: boolean;
  readonly processes: readonly string[];
}

const DEPLOYED = ["gateway", "content", "auth", "asset", "search", "email-worker", "asset-worker", "webhook-worker"] as const;
/** The launcher, which a person starts. */
export const START = "npm start";
/** The command line, which an operator calls. */
export const CMS = "cms";
/** The processes that read a variable. */
export const PROCESSES = {
  /** Every process that a deployment runs. */
  all: DEPLOYED,
  /** Those with connections to PostgreSQL. */
  withDatabase: ["content", "auth", "asset", "search", "email-worker", "asset-worker", "webhook-worker"],
  /** Those with connections to Redis. */
  withRedis: DEPLOYED.filter((name) => name !== "search"),
  /** Those that read and write files. */
  withStorage: ["asset", "asset-worker", CMS],
  /** Those that the gateway calls. */
  called: ["content", "auth", "asset", "search"],
} as const;

/** A whole number written in digits, within these bounds. */
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);

/** A decimal number from 0 to 1. */
export const share = () =>
  z
    .string()
    .regex(/^(?:0|1|0?\.\d{1,9}|1\.0+)$/)
    .transform(Number);

/** `true` or `false`, also written `1` or `0`. */
export const flag = () => z.enum(["true", "false", "1", "0"]).transform((value) => value === "true" || value === "1");

/** A URL with one of these schemes and a host. */
export const urlWith = (...schemes: readonly string[]) =>
  z.string().refine((value) => {
    const url = URL.parse(value);
    return url !== null && schemes.includes(url.protocol.slice(0, -1)) && (url.hostname !== "" || url.searchParams.has("host"));
  });

/** Where one of the product's services listens: an HTTP URL, or `unix:` and the absolute path of a socket. */
export const serviceUrl = () => z.union([urlWith("http", "https"), z.string().regex(/^unix:\/.+$/)]);

/** Comma-separated parts, trimmed, empty ones left out. */
export const list = () =>
  z.string().transform((value) =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  );

/** A host, and its port if it isn't the usual one. */
export const address = (usualPort: number) =>
  z
    .string()
    .regex(/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i)
    .transform((text) => {
      const [, host = "", port = usualPort] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
      return { host: host.replaceAll(/[[\]]/g, ""), port: Number(port) };
    })
    .refine(({ port }) => port > 0 && port < 65_536);

/** Addresses and CIDR ranges, comma-separated. */
export const ranges = () => list().refine((parts) => parts.length > 0 && parts.every(isRange));

/** An email address that somebody can sign in with. */
export const emailAddress = () => z.string().refine((value) => isEmail(canonicalEmail(value)));

/** `someone@example.com`, or `Name <someone@example.com>`. */
export const mailbox = () => z.string().regex(/^(?:[^<>\r\n"]{0,100}<[^<>@\s,]{1,64}@[^<>@\s,]{1,190}>|[^<>@\s,]{1,64}@[^<>@\s,]{1,190})$/);

/** Base64 of a DER key, without header lines. */
export const base64 = () => z.string().regex(/^[A-Za-z0-9+/]{40,}={0,2}$/);

function isRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) return false;
  new BlockList().addSubnet(address, Number(bits), family === 4 ? "ipv4" : "ipv6");
  return true;
}

import * as z from "zod";
import { base64, list, PROCESSES, serviceUrl, type EnvEntry } from "./values.ts";

/** Variables between the product's own processes; `npm start` sets them. */
export const INTERNAL_ENV = {
  CONTENT_URL: {
    schema: serviceUrl(),
    description: "The URL of the content service.",
    expected: "a URL such as http://content:8080",
    internal: true,
    processes: ["gateway"],
  },
  AUTH_URL: {
    schema: serviceUrl(),
    description: "The URL of the auth service.",
    expected: "a URL such as http://auth:8080",
    internal: true,
    processes: ["gateway"],
  },
  ASSET_URL: {
    schema: serviceUrl(),
    description: "The URL of the asset service.",
    expected: "a URL such as http://asset:8080",
    internal: true,
    processes: ["gateway"],
  },
  SEARCH_URL: {
    schema: serviceUrl(),
    description: "The URL of the search service.",
    expected: "a URL such as http://search:8080",
    internal: true,
    processes: ["gateway"],
  },
  IDENTITY_PRIVATE_KEY: {
    schema: base64(),
    description: "The Ed25519 key that signs the identity of each request, as PKCS#8 DER in base64.",
    expected: "the base64 of an Ed25519 key in PKCS#8 DER",
    secret: true,
    internal: true,
    processes: ["gateway"],
  },
  IDENTITY_PUBLIC_KEYS: {
    schema: list().pipe(z.array(base64()).min(1)),
    description: "The public keys that verify this signature, as SPKI DER in base64, comma-separated (two during a key rotation).",
    expected: "base64 of Ed25519 keys in SPKI DER, comma-separated",
    internal: true,
    processes: PROCESSES.called,
  },
} as const satisfies Record<string, EnvEntry>;

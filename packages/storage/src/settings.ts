import { resolve } from "node:path";
import { EnvError, type StorageDefinition } from "@colophon/config";
import { createLocalStorage } from "./local.ts";
import type { Storage } from "./port.ts";
import { createS3Storage } from "./s3.ts";

/** The storage settings in the environment; they override the configuration. */
export interface StorageEnv {
  readonly CMS_DATA_DIR: string;
  readonly STORAGE_ADAPTER?: "local" | "s3" | undefined;
  readonly S3_BUCKET?: string | undefined;
  readonly S3_REGION?: string | undefined;
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_PUBLIC_ENDPOINT?: string | undefined;
  readonly S3_ACCESS_KEY_ID?: string | undefined;
  readonly S3_SECRET_ACCESS_KEY?: string | undefined;
  readonly S3_CREATE_BUCKET: boolean;
}

/** The names of those variables, for `readEnv`. */
export const STORAGE_ENV_NAMES = [
  "CMS_DATA_DIR",
  "STORAGE_ADAPTER",
  "S3_BUCKET",
  "S3_REGION",
  "S3_ENDPOINT",
  "S3_PUBLIC_ENDPOINT",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "S3_CREATE_BUCKET",
] as const;

/** The rule of S3, without those for IP addresses. */
const BUCKET = /^[a-zA-Z0-9](?!.*\.\.)[a-zA-Z0-9.-]{1,61}[a-zA-Z0-9]$/;
const DEFAULT_PATH = "uploads";

/** The storage from configuration and environment. @throws EnvError for missing variables of S3. */
export function createStorage(definition: StorageDefinition, env: StorageEnv): Storage {
  const adapter = env.STORAGE_ADAPTER ?? definition.adapter;
  if (adapter === "local") {
    const path = definition.adapter === "local" ? definition.path : undefined;
    return createLocalStorage({ folder: resolve(env.CMS_DATA_DIR, path ?? DEFAULT_PATH) });
  }
  const configured = definition.adapter === "s3" ? definition : undefined;
  const settings = {
    S3_BUCKET: env.S3_BUCKET ?? configured?.bucket ?? "",
    S3_REGION: env.S3_REGION ?? configured?.region ?? "",
    S3_ACCESS_KEY_ID: env.S3_ACCESS_KEY_ID ?? configured?.accessKeyId ?? "",
    S3_SECRET_ACCESS_KEY: env.S3_SECRET_ACCESS_KEY ?? configured?.secretAccessKey ?? "",
  };
  const missing = Object.entries(settings).flatMap(([name, value]) => (value === "" ? [name] : []));
  if (missing.length > 0) throw new EnvError(missing.map((name) => `Set ${name}: the storage adapter is s3.`));
  if (!BUCKET.test(settings.S3_BUCKET))
    throw new EnvError([
      `S3_BUCKET is ${JSON.stringify(settings.S3_BUCKET)}: set it to a name of 3 to 63 letters, digits, dots and hyphens.`,
    ]);
  return createS3Storage({
    bucket: settings.S3_BUCKET,
    region: settings.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    endpoint: env.S3_ENDPOINT ?? configured?.endpoint,
    publicEndpoint: env.S3_PUBLIC_ENDPOINT ?? configured?.publicEndpoint,
    createBucket: env.S3_CREATE_BUCKET,
    stagingFolder: resolve(env.CMS_DATA_DIR, "tmp"),
  });
}

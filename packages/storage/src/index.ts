export { createLocalStorage } from "./local.ts";
export {
  DERIVATIVES,
  derivativeInKey,
  derivativeKey,
  derivativesPrefix,
  idInKey,
  INCOMING,
  incomingKey,
  ORIGINALS,
  originalKey,
} from "./keys.ts";
export { observed, type StorageFacts } from "./observed.ts";
export { openPatiently } from "./open-patiently.ts";
export type { ByteRange, DirectStorage, DirectTarget, Storage, Stored, StoredKey } from "./port.ts";
export { createStorage, STORAGE_ENV_NAMES, type StorageEnv } from "./settings.ts";

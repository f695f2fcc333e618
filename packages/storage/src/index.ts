export { createLocalStorage } from "./local.ts";
export { openPatiently } from "./open-patiently.ts";
export { unavailable, type ByteRange, type Storage, type Stored, type StoredKey } from "./port.ts";
export { createStorage, STORAGE_ENV_NAMES, type StorageEnv } from "./settings.ts";

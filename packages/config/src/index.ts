export * from "./define.ts";
export {
  ASSET_ENTITIES,
  ASSET_TABLES,
  BUILT_IN_ENTITIES,
  builtInEntity,
  builtInOfTable,
  isAssetEntity,
  isReservedEntityName,
  type AssetEntity,
  type BuiltInEntity,
  ADMIN_IMAGE_SIZES,
  croppedSizesOf,
  onlySizesOf,
} from "./built-ins.ts";
export { assetUrlOptions, type AssetUrlOptions } from "./env/asset-urls.ts";
export { toEnvExample, toEnvTable } from "./env/docs.ts";
export { ENV, EnvError, EVERY_PROCESS_READS, readEnv, type EnvName, type EnvValue } from "./env/read.ts";
export { everyMsOf, loadCronParser, nextTick } from "./job-times.ts";
export { loadConfig } from "./load.ts";
export { patternOf } from "./pattern/pattern.ts";
export { ConfigError, formatProblems, type Problem } from "./problems.ts";
export { fillPlaces, placesIn } from "./define-admin.ts";
export { isReverse, isStored } from "./reverse.ts";
export { secretBytes } from "./rules/webhooks.ts";
export { validateConfig, type ValidationResult } from "./validate.ts";

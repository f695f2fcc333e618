export * from "./define.ts";
export { AUTOMATIC_FIELDS, BUILT_IN_ENTITIES, builtInEntity, isReservedEntityName, type BuiltInEntity } from "./built-ins.ts";
export { toEnvExample, toEnvTable } from "./env/docs.ts";
export { ENV } from "./env/table.ts";
export { EnvError, EVERY_PROCESS_READS, readEnv, type EnvName, type EnvValue } from "./env/read.ts";
export { loadConfig } from "./load.ts";
export { ConfigError, formatProblems, type Problem } from "./problems.ts";
export { validateConfig, type ValidationResult } from "./validate.ts";

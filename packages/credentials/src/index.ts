export { createApiKeys, type ApiKeyInfo, type ApiKeys, type NewApiKey } from "./api-keys.ts";
export { CODE_LIFE_MINUTES, createCodes, newCode, type Codes } from "./codes.ts";
export { parseNewApiKey } from "./new-api-key.ts";
export { createHeadKey, WrongHead, type SignedHead } from "./signed-heads.ts";
export { hashOf, newToken } from "./tokens.ts";

export { createApiKeys, parseNewApiKey, hashOf, newToken, type ApiKeyInfo, type ApiKeys, type NewApiKey } from "./api-keys.ts";
export { assetUrlsOf, endOfPermit } from "./asset-urls.ts";
export { CODE_LIFE_MINUTES, createCodes, newCode, type Codes } from "./codes.ts";
export { createHeadKey, WrongHead, type SignedHead } from "./signed-heads.ts";

export { assetUrlsOf, endOfPermit } from "./asset-urls.ts";
export { CODE_LIFE_MINUTES, createCodes, newCode, type Codes } from "./codes.ts";
export { API_KEY_PREFIX_LENGTH, hashOf, isApiKey, makeApiKey, newToken } from "./tokens.ts";

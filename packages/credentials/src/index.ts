export { createApiKeys, type ApiKeyInfo, type ApiKeys, type NewApiKey } from "./api-keys.ts";
export { parseForm, storableText } from "./forms.ts";
export { hashOf } from "./hash.ts";
export { parseNewApiKey } from "./new-api-key.ts";

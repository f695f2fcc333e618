/** The facts that all parts of the product share: browser-safe, without I/O. */
export { holds, requiredMembers, type Sees } from "./conditions.ts";
export { isRealDate, toDateTime } from "./dates.ts";
export type * from "./definitions.ts";
export { canonicalEmail, EMAIL_PATTERN, isEmail } from "./email.ts";
export type { JsonSchema, PendingCheck, Reference } from "./field-types/contract.ts";
export { columnTypeOf, FIELD_TYPES, fieldTypeOf, jsonSchemaOf, sampleOf } from "./field-types/index.ts";
export { itemDefinition } from "./field-types/structure.ts";
export type * from "./filter-value.ts";
export { isPlainObject, jsonProblem } from "./json-value.ts";
export { kindOfDefinition, type Kind } from "./kinds.ts";
export * from "./limits.ts";
export { fitValue, type Fitted } from "./operands.ts";
export { optionValues } from "./options.ts";
export { isMeta, parseValue, startPass, type Pass, type PassOptions, type ValueProblem } from "./parse.ts";
export { sourceOf, type Pattern } from "./pattern.ts";
export { isRequired, isRequiredConditionally } from "./required.ts";
export { codePoints, isCleanText, SLUG_PATTERN } from "./strings.ts";
export { isUuid } from "./uuid.ts";

/** A JSON Schema, plain JSON. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The bodies of one action on many records. */
import { isUuid, MAX_BULK_RECORDS } from "@colophon/model";
import { z } from "zod";
import { noted } from "./registry.ts";

const id = z
  .string("must be the id of a record")
  .refine(isUuid, "must be the id of a record")
  .transform((text) => text.toLowerCase());

const ids = z
  .array(noted(id, { format: "uuid" }), "must be a list of ids")
  .min(1, "must name a record")
  .max(MAX_BULK_RECORDS, `must name at most ${MAX_BULK_RECORDS} records`)
  .superRefine((all, context) => {
    const seen = new Set<string>();
    for (const [index, value] of all.entries()) {
      if (seen.has(value)) context.addIssue({ code: "custom", path: [index], message: "must not name the same record twice" });
      seen.add(value);
    }
  });

const fields = noted(z.record(z.string(), z.unknown(), "must be a JSON object"), { type: "object" });
const force = noted(z.boolean("must be true or false").optional(), {
  description: "Publishes drafts even if they are older than the live version.",
});

/** Keys that begin with `_` are accepted and ignored. */
function requestOf<const Action extends string, const Members extends z.ZodRawShape>(action: Action, members: Members) {
  return noted(z.object({ action: z.literal(action), ...members }), { additionalProperties: false });
}

/** The same for records that exist. */
function changeOf<const Action extends string, const Members extends z.ZodRawShape>(action: Action, members: Members) {
  return requestOf(action, { ids: noted(ids, { uniqueItems: true }), ...members });
}

const records = z
  .array(fields, "must be a list of records")
  .min(1, "must contain a record")
  .max(MAX_BULK_RECORDS, `must contain at most ${MAX_BULK_RECORDS} records`);

interface BulkRow {
  /** The permission that the caller needs for each of the records. */
  readonly permission: "create" | "update" | "delete";
  /** The option that an entity needs for it. */
  readonly needs?: "versions" | "trash";
  /** Whether it is for admins only. */
  readonly admin?: true;
  readonly request: z.ZodObject;
}

export const bulkActions = {
  create: { permission: "create", request: requestOf("create", { data: records }) },
  update: { permission: "update", request: changeOf("update", { data: fields }) },
  publish: { permission: "update", needs: "versions", request: changeOf("publish", { force }) },
  unpublish: { permission: "update", needs: "versions", request: changeOf("unpublish", {}) },
  delete: { permission: "delete", request: changeOf("delete", {}) },
  assign: { permission: "update", admin: true, request: changeOf("assign", { userId: noted(id, { format: "uuid" }) }) },
  restore: { permission: "delete", needs: "trash", request: changeOf("restore", {}) },
} as const satisfies Readonly<Record<string, BulkRow>>;

export type BulkAction = keyof typeof bulkActions;

/** The answer: the records that were changed or created, in the order of the request. */
export const bulkAnswer = z.object({ ids: z.array(noted(z.string(), { format: "uuid" })) });

import { z } from "zod";
import { component, noted, id, text, time } from "./registry.ts";

export const ACTOR_TYPES = ["user", "key", "anonymous"] as const;
const actor = noted(z.object({ type: z.enum(ACTOR_TYPES), id: id.nullable().optional(), name: text.nullable().optional() }).nullable(), {
  description: "Null for the service itself. Without a name if the user or key was deleted.",
});
const shared = {
  id,
  number: noted(z.int(), { description: "In the order in which the rows were sealed, from 1." }),
  at: time,
  actor,
  action: noted(text, {
    description:
      "`create`, `update`, `delete`, `publish`, `unpublish`, `draft`, `discard`, `trash`, `restore`, `translate`, `duplicate`, `assign`, `import`, `confirm` (a sign-in) or `refuse`.",
  }),
  entity: noted(text.nullable(), { description: "`_session` and `_api-key` are sessions and API keys." }),
  recordId: id.nullable(),
  changes: noted(z.array(text), { description: "The names of the changed fields." }),
  values: noted(z.record(text, z.object({ before: z.unknown(), after: z.unknown() })).nullable(), {
    description: "The values of the changed fields, if the configuration has `audit.values`. Never those of hidden fields.",
  }),
  requestId: text.nullable(),
};

/** With `fields` a row has only some members, and always its id. */
export const auditRow = component(
  "AuditRow",
  z
    .object({
      ...shared,
      address: noted(text.nullable(), { description: "The caller's network address." }),
      route: noted(text.nullable(), { description: "Of a refusal: the method, and the path without ids." }),
      previousHash: text,
      hash: noted(text, { description: "SHA-256 of the row, its number and the previous hash." }),
    })
    .partial()
    .required({ id: true }),
);
export type AuditRow = Readonly<z.output<typeof auditRow>>;

/** A row as those see it who may update the record. */
export const historyRow = component("HistoryRow", z.object(shared));
export type HistoryRow = Readonly<z.output<typeof historyRow>>;

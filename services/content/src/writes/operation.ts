import type { HookName, Operation } from "@colophon/config";
import type { PrincipalEngine, AuditAction, DraftContentPlan, Entity, Schema, WriteData, WritePlan } from "@colophon/engine";
import type { Data, HookFacts } from "../hooks/hooks.ts";
import type { Call } from "../http/calls.ts";
import type { Reads } from "../reads/reads.service.ts";
import type { ParseBody } from "./data.ts";
import type { Statements, Written } from "./statements.ts";
import type { Write, WriteInput } from "./write.ts";

/** The functions that an operation may use. */
export interface WriteTools extends Pick<Statements, "read" | "row" | "check"> {
  /** Has every permission: for data from hooks or stored content. */
  readonly system: PrincipalEngine;
  readonly reads: Reads;
  /** The data of a write from a body, after its before-hooks. */
  readonly parse: ParseBody;
  /** Runs the last of the write's before-hooks. @returns the data after them */
  readonly before: (write: Write, data?: Data) => Promise<Data | undefined>;
}

/** The properties of one kind of write. The common steps are in `run-write.ts`. */
export interface WriteOperation<Input extends WriteInput = WriteInput, Content = unknown> {
  /** The operation's name in hooks. */
  readonly kind: HookFacts["operation"];
  readonly permission: readonly Operation[];
  readonly before: readonly HookName[];
  readonly after: HookName | null;

  /** The entity. @throws NOT_FOUND if it has no such operation */
  entityOf(schema: Schema, name: string): Entity;

  /** Reads the part of the input that the hooks' context needs. */
  complete?(call: Call, input: Input, tools: WriteTools): Promise<Input>;

  /** The content and the locale in the hooks' context. By default, the live content and no locale. */
  facts?(schema: Schema, entity: Entity, input: Input): Partial<Pick<HookFacts, "draft" | "locale">>;

  /**
   * The write, without its data, to check before any hook runs whether it is allowed; or the read of the draft to publish. Omitted if a
   * record is created.
   */
  target?(write: Write<Input>): WritePlan | DraftContentPlan;

  /** The data to write, after the before-hooks. */
  prepare(write: Write<Input>, tools: WriteTools): Promise<Content>;

  /** Planned again for each attempt. */
  plan(write: Write<Input>, content: Content): WritePlan;

  /** The operation to use if a global has no record yet. `content` is null if that was known before anything was prepared. */
  firstSave?(write: Write<Input>, tools: WriteTools, content: Content | null): Promise<Written>;

  /** The operation's name in the audit log, if its plan is that of another one. */
  readonly action?: AuditAction;

  /** Its record returns to its translation group: it gets the shared values, and changes none. */
  readonly rejoins?: true;

  /** Whether the record was deleted. Hooks then get the previous record, and the answer has no record. */
  removesRecord?(written: Written): boolean;

  /** Whether a write of a user changes identities. */
  changesIdentity?(content: Content): boolean;

  /** An additional write of this one: both are done, or neither. */
  followedBy?(input: Input): { readonly operation: WriteOperation; readonly input: WriteInput } | null;
}

/** Operations with a body that before-hooks can change. */
export const CREATE_HOOKS = { before: ["beforeValidate", "beforeCreate"], after: "afterCreate" } as const;
export const UPDATE_HOOKS = { before: ["beforeValidate", "beforeUpdate"], after: "afterUpdate" } as const;

/** Whether a changed user's cached identities are stale. */
export function changesWhoSomebodyIs({ values }: WriteData): boolean {
  return "role" in values || "email" in values;
}

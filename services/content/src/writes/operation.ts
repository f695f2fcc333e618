import type { HookName, Operation } from "@colophon/config";
import type { ActorEngine, Entity, QuestionPlan, Schema, WriteData, WritePlan } from "@colophon/engine";
import type { Data, HookFacts } from "../hooks/hooks.ts";
import type { Call } from "../http/calls.ts";
import type { Reads } from "../records/reads.service.ts";
import type { ParseBody } from "./data.ts";
import type { Statements, Written } from "./statements.ts";
import type { Write, WriteInput } from "./write.ts";

/** What an operation's functions may use. */
export interface WriteTools extends Pick<Statements, "read" | "row" | "requireAllowed"> {
  /** Passes every permission: for what a hook or stored content says. */
  readonly system: ActorEngine;
  readonly reads: Reads;
  /** The data of a write from a body, by way of its before-hooks. */
  readonly parse: ParseBody;
  /** Runs the last of the write's before-hooks. @returns the data as it left them */
  readonly before: (write: Write, data?: Data) => Promise<Data | undefined>;
}

/** What sets one kind of write apart. All that is common to them is in `run-write.ts`. */
export interface WriteOperation<Input extends WriteInput = WriteInput, Content = unknown> {
  /** The operation's name in hooks. */
  readonly kind: HookFacts["operation"];
  readonly permission: readonly Operation[];
  readonly before: readonly HookName[];
  readonly after: HookName | null;

  /** The entity. @throws NOT_FOUND where it has no such operation */
  entityOf(schema: Schema, name: string): Entity;

  /** Reads the part of the input that the hooks' context needs. */
  complete?(call: Call, input: Input, tools: WriteTools): Promise<Input>;

  /** The content and the locale in the hooks' context. By default, the live content and no locale. */
  facts?(schema: Schema, entity: Entity, input: Input): Partial<Pick<HookFacts, "draft" | "locale">>;

  /** Tells, before any hook runs, whether the write is allowed: a question, or a write that is undone. Left out where a record is made. */
  target?(write: Write<Input>): QuestionPlan | (() => WritePlan);

  /** What is to be written, as the before-hooks leave it. */
  prepare(write: Write<Input>, tools: WriteTools): Promise<Content>;

  /** Planned again for each attempt. */
  plan(write: Write<Input>, content: Content): WritePlan;

  /** Takes over where a global has no record yet. `content` is null where that was known before anything was prepared. */
  firstSave?(write: Write<Input>, tools: WriteTools, content: Content | null): Promise<Written>;

  /** Its record comes back into its translation group: it takes what that shares, and gives it nothing. */
  readonly rejoins?: true;

  /** Whether the record was deleted. Hooks then get the previous record, and the answer has no record. */
  isGone?(written: Written): boolean;

  /** Whether a write of a user changes who somebody is. */
  changesIdentity?(content: Content): boolean;

  /** Another write that belongs to this one: both are done, or neither. */
  followedBy?(input: Input): { readonly operation: WriteOperation; readonly input: WriteInput } | null;
}

/** Operations with a body that before-hooks can change. */
export const CREATE_HOOKS = { before: ["beforeValidate", "beforeCreate"], after: "afterCreate" } as const;
export const UPDATE_HOOKS = { before: ["beforeValidate", "beforeUpdate"], after: "afterUpdate" } as const;

/** Whether a changed user's cached identities are stale. */
export function changesWhoSomebodyIs({ values }: WriteData): boolean {
  return "role" in values || "email" in values;
}

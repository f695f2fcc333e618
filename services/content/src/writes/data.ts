import { newId } from "@colophon/database";
import type { ActorEngine, WriteData } from "@colophon/engine";
import { AppError } from "@colophon/errors";
import type { Data, Hooks } from "../hooks/hooks.ts";
import type { Call } from "../http/calls.ts";
import type { WithoutAdded } from "./added-members.ts";
import type { Write } from "./write.ts";

export interface BodyRequest {
  readonly body: Data;
  /** A first write checks everything and fills in defaults; a later one only what is in the body. */
  readonly first: boolean;
  /** The body is content that was stored before: what the caller's role may write was asked when it was. */
  readonly trusted?: boolean;
}

export interface BodyDependencies {
  readonly system: ActorEngine;
  readonly hooks: Hooks;
  readonly withoutAdded: WithoutAdded;
}

export type ParseBody = (write: Write, request: BodyRequest) => Promise<WriteData>;

/** Creates the checked data of a write from its body and its before-hooks. */
export function createParseBody({ system, hooks, withoutAdded }: BodyDependencies): ParseBody {
  async function checked(write: Write, request: BodyRequest): Promise<WriteData> {
    const { call, entity, facts, before, isHooked } = write;
    const { body, first, trusted = false } = request;
    const options = { operation: operationOf(first), partial: !first, draft: facts.draft, makeKey: newId };
    if (!isHooked) return (trusted ? system : call.engine).parseBody(entity.name, body, options);

    if (!trusted) await requireWritable(write, request);
    const given = await hooks.before("beforeValidate", call, { ...facts, data: body });
    const parsed = await system.parseBody(entity.name, given, options);
    const last = before.at(-1);
    if (!last || !hooks.wants(call, entity.name, last)) return parsed;

    const { locale, translationGroup, values } = parsed;
    const changed = await hooks.before(last, call, { ...facts, data: { ...values } });
    const kept = entity.translatable && first ? { locale, translationGroup } : {};
    return system.parseBody(entity.name, { ...changed, ...kept }, options);
  }

  return async (write, request) => {
    if (!request.trusted) return checked(write, { ...request, body: await withoutAdded(write, request.body) });
    const data = await checked(write, request);
    return { ...data, references: data.references.filter(({ nested }) => !nested) }; // those in stored JSON may outlive their record
  };
}

/**
 * What a role may write is asked of the caller's own body; what a hook adds, the project answers for.
 * @throws FORBIDDEN, CONFIRMATION_REQUIRED; VALIDATION_ERROR for what is no field
 */
export async function requireWritable({ call, entity }: Pick<Write, "call" | "entity">, { body, first }: BodyRequest): Promise<void> {
  const names = Object.keys(body).filter((name) => name !== "locale" && name !== "translationGroup");
  const emptied = Object.fromEntries(names.map((name) => [name, null]));
  await call.engine.parseBody(entity.name, emptied, { operation: operationOf(first), partial: true, draft: true, makeKey: newId });
}

function operationOf(first: boolean): "create" | "update" {
  return first ? "create" : "update";
}

/** Stored content as data for a write. @throws as the engine does, without the fields that the caller must not learn of */
export async function parseStored({ engine }: Call, name: string, content: Data, options: { draft: boolean }): Promise<WriteData> {
  return engine.parseStored(name, content, options).catch((error: unknown) => {
    throw maskedFor(engine, name, error);
  });
}

/** The refusal without the fields that the caller must not learn of. */
export function maskedFor(engine: ActorEngine, name: string, error: unknown): unknown {
  if (!(error instanceof AppError) || !error.details) return error;
  return new AppError(error.code, error.message, { details: engine.maskDetails(name, error.details), cause: error });
}

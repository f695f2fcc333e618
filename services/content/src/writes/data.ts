import { isDeepStrictEqual } from "node:util";
import { newId } from "@colophon/database";
import type { PrincipalEngine, StoredOptions, WriteData } from "@colophon/engine";
import { AppError, type ErrorDetail } from "@colophon/model/errors";
import type { Data, Hooks } from "../hooks/hooks.ts";
import type { Call } from "../http/calls.ts";
import type { WithoutAdded } from "./added-members.ts";
import type { WithSlugs } from "./slug-sources.ts";
import type { WithUnchanged } from "./unchanged-values.ts";
import type { Write } from "./write.ts";

export interface BodyRequest {
  readonly body: Data;
  /** A first write checks everything and sets defaults; a later one only the fields in the body. */
  readonly first: boolean;
  /** The body is content that was stored before: the caller's write permission was checked then. */
  readonly trusted?: boolean;
  /** Fields that get the value of another stored record, which an earlier configuration may have accepted. */
  readonly stored?: readonly string[];
}

export interface BodyDependencies {
  readonly system: PrincipalEngine;
  readonly hooks: Hooks;
  readonly withoutAdded: WithoutAdded;
  readonly withUnchanged: WithUnchanged;
  readonly withSlugs: WithSlugs;
}

export type ParseBody = (write: Write, request: BodyRequest) => Promise<WriteData>;

/** Creates the checked data of a write from its body and its before-hooks. */
export function createParseBody({ system, hooks, withoutAdded, withUnchanged, withSlugs }: BodyDependencies): ParseBody {
  async function checked(write: Write, request: BodyRequest): Promise<WriteData> {
    const { call, entity, facts, before, isHooked } = write;
    const { body, first, trusted = false, stored = [] } = request;
    const options = { operation: operationOf(first), partial: !first, draft: facts.draft, reader: call.principal, makeKey: newId };
    const parse = (engine: PrincipalEngine, given: unknown) =>
      withUnchanged({
        write,
        body: given,
        stored: storedIn(body, stored),
        first,
        parse: (unchanged) => engine.parseBody(entity.name, given, { ...options, unchanged }),
      });
    if (!isHooked) return parse(trusted ? system : call.engine, body);

    if (!trusted) {
      const unknown = requireWritable(write, request);
      if (unknown.length > 0) return parse(call.engine, body); // is refused, before hooks run, together with the values that are wrong
    }
    const given = await hooks.before("beforeValidate", call, { ...facts, data: body });
    const parsed = await parse(system, given);
    const last = before.at(-1);
    if (!last || !hooks.wants(call, entity.name, last)) return parsed;

    const { locale, translationGroup, values } = parsed;
    const changed = await hooks.before(last, call, { ...facts, data: { ...values } });
    if (isDeepStrictEqual(changed, values)) return parsed;
    const kept = entity.translatable && first ? { locale, translationGroup } : {};
    const { remade } = parsed;
    return { ...(await parse(system, { ...changed, ...kept })), ...(remade && { remade }) };
  }

  return async (write, request) => {
    if (!request.trusted) {
      const data = await checked(write, { ...request, body: await withoutAdded(write, request.body) });
      return withSlugs(write, data, request);
    }
    const data = await withSlugs(write, await checked(write, request), request);
    const kept = data.references.filter(({ nested }) => !nested); // those in stored JSON may refer to deleted records
    return { ...data, references: kept.map(({ list: _, ...reference }) => reference) }; // lists that were stored stay as they are
  };
}

function storedIn(body: Data, names: readonly string[]): Data {
  return Object.fromEntries(names.map((name) => [name, body[name]]));
}

/**
 * The role's write permission is checked for the caller's own body; the project is responsible for what a hook adds.
 * @returns the unknown members @throws FORBIDDEN, CONFIRMATION_REQUIRED
 */
export function requireWritable(
  { call, entity }: Pick<Write, "call" | "entity">,
  { body, first }: Pick<BodyRequest, "body" | "first">,
): readonly ErrorDetail[] {
  return call.engine.requireWritable(entity.name, { operation: operationOf(first), body });
}

function operationOf(first: boolean): "create" | "update" {
  return first ? "create" : "update";
}

/** Stored content as data for a write. @throws the engine's errors, without fields that are hidden from the caller */
export async function parseStored({ engine }: Call, name: string, content: Data, options: StoredOptions): Promise<WriteData> {
  return engine.parseStored(name, content, options).catch((error: unknown) => {
    throw maskedFor(engine, name, error);
  });
}

/** The error without fields that are hidden from the caller. */
export function maskedFor(engine: PrincipalEngine, name: string, error: unknown): unknown {
  if (!(error instanceof AppError) || !error.details) return error;
  return new AppError(error.code, error.message, { details: engine.maskDetails(name, error.details), cause: error });
}

import { newId } from "@colophon/database";
import { entityOf, type Entity, type Schema, type WriteData } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import type { Data } from "../hooks/hooks.ts";
import { parseJoining, valuesOfGroup } from "./shared-values.ts";
import { changesWhoSomebodyIs, CREATE_HOOKS, UPDATE_HOOKS, type WriteOperation } from "./operation.ts";
import { NOTHING, type WriteInput } from "./write.ts";

export interface SaveInput extends WriteInput {
  readonly body: Data;
  /** Writes the draft of an entity with versions; the live record does not change. */
  readonly draft?: boolean;
  /** The session, if the draft is saved automatically. */
  readonly autosave?: string;
}

const draftOf = (input: SaveInput) => ({ draft: input.draft ?? false });

export const createRecord: WriteOperation<SaveInput, WriteData> = {
  ...CREATE_HOOKS,
  kind: "create",
  permission: ["create"],
  entityOf: collectionOf,
  facts: (schema, entity, input) => ({ ...draftOf(input), locale: localeOf(schema, entity, input.body) }),
  async prepare(write, { parse, read }) {
    const { body } = write.input;
    const ofGroup = await valuesOfGroup(write, read, body["translationGroup"]);
    return parseJoining(write, parse, { body, ofGroup, permission: "create" });
  },
  plan: ({ call, entity, facts: { draft } }, data) => call.engine.create(entity.name, { id: newId(), data, draft, newId }),
};

export const updateRecord: WriteOperation<SaveInput, WriteData> = {
  ...UPDATE_HOOKS,
  kind: "update",
  permission: ["update"],
  entityOf: collectionOf,
  facts: (_schema, _entity, input) => draftOf(input),
  target: (write) => updateRecord.plan(write, NOTHING),
  prepare: (write, { parse }) => parse(write, { body: write.input.body, first: false }),
  plan({ call, entity, id, input: { autosave }, expected, facts: { draft } }, data) {
    if (!draft) return call.engine.update(entity.name, id, { ...expected, data, newId });
    return call.engine.saveDraft(entity.name, id, { ...expected, data, newId, ...(autosave !== undefined && { autosave }) });
  },
  changesIdentity: changesWhoSomebodyIs,
};

export interface DeleteInput extends WriteInput {
  /** Final, also if the entity has a trash. */
  readonly permanent?: boolean;
}

export const deleteRecord: WriteOperation<DeleteInput> = {
  kind: "delete",
  permission: ["delete"],
  before: ["beforeDelete"],
  after: "afterDelete",
  entityOf: collectionOf,
  target: (write) => deleteRecord.plan(write, undefined),
  prepare: (write, { before }) => before(write),
  plan({ call, entity, id, input, expected }) {
    const isMoved = entity.trash && !input.permanent;
    return isMoved ? call.engine.trash(entity.name, id ?? "", expected) : call.engine.remove(entity.name, id ?? "", { ...expected, newId });
  },
  removesRecord: () => true,
  changesIdentity: () => true,
};

/** An entity with records. @throws NOT_FOUND for a global */
export function collectionOf(schema: Schema, name: string): Entity {
  const entity = entityOf(schema, name);
  if (entity.kind === "global") throw new AppError("NOT_FOUND");
  return entity;
}

/** The language of a new record; null if its entity has none, or the caller names an invalid one. */
function localeOf(schema: Schema, { translatable }: Entity, { locale = schema.config.defaultLocale }: Data): string | null {
  return translatable && typeof locale === "string" ? locale : null;
}

import type { Operation } from "@colophon/config";
import type { ErrorDetail } from "@colophon/model/errors";
import type { Reference } from "@colophon/model";
import { eventAccessTo, type EventAccess } from "./events/event-access.ts";
import { maskDetails, requireAdmin, requireConfirmed, requireOperation, ruleFor, seesField } from "./permissions/permissions.ts";
import { planAssign } from "./plan/assign.ts";
import {
  planDiscard,
  planDraftContent,
  planDraftTarget,
  planPublish,
  planSaveDraft,
  planUnpublish,
  type DraftContentInput,
  type DraftInput,
  type ExpectedInput,
  type PublishInput,
} from "./drafts/plan.ts";
import { planHistory, planVersion } from "./drafts/history-plan.ts";
import { cachedPlan, roleKey } from "./plan/plan.ts";
import { forRecord, planCreated, planOne, type OnePlan, type OneRequest } from "./plan/read/one.ts";
import { planList, type ListPlan, type ReadOptions } from "./plan/read/list.ts";
import { planHiddenOwners } from "./plan/selection/owners.ts";
import { planLost, planReplay, planSiblings, planTranslationSource } from "./plan/related.ts";
import { planSearch, type IndexedWords } from "./search/plan.ts";
import { planShared, type SharedBy } from "./plan/shared.ts";
import { planRestoreTrashed, planTrash, type TrashInput } from "./trash/plan.ts";
import { planRecordLog } from "./audit/record-log-plan.ts";
import { planScheduleAuthor, planSchedules, type SchedulesInput } from "./schedules/plan.ts";
import { planUsages, type UsagesInput } from "./usages/plan.ts";
import { planCreate, planRemove, planUpdate, type CreateInput, type RemoveInput, type UpdateInput } from "./plan/write.ts";
import { parseBody, type BodyOptions, type WriteData } from "./request/body.ts";
import { parseQuery } from "./request/read.ts";
import { writableMembers, type Members } from "./request/writable-members.ts";
import type { SearchRequest } from "./search/query.ts";
import { parseStored, type StoredOptions } from "./request/stored-content.ts";
import { entityOf } from "./entities.ts";
import type { Actor, Entity, ReadRequest, Rule, Schema } from "./types.ts";

/** Longer query strings are rarely sent twice. */
const MAX_CACHED_QUERY = 2_000;

export interface Engine {
  readonly schema: Schema;
  readonly as: (actor: Actor) => ActorEngine;
}

/** Checks and plans every request of one actor. */
export type ActorEngine = ReturnType<typeof engineAs>;

export function createEngine(schema: Schema): Engine {
  return { schema, as: (actor) => engineAs(schema, actor) };
}

/** Plans by query text: a known query is neither parsed nor planned again. The role is checked when the query is planned. */
function readPlan<P extends ListPlan | OnePlan>(
  schema: Schema,
  actor: Actor,
  { kind, entity, search, options: { whole = false, creator } = {} }: ReadKey,
  make: () => P,
): P {
  if (search.length > MAX_CACHED_QUERY) return make();
  const shownBy = creator ? `${creator.kind} ${roleKey(creator) ?? ""}` : "";
  return cachedPlan(schema, `${kind}\n${actor.kind}\n${roleKey(actor) ?? ""}\n${whole}\n${shownBy}\n${entity}\n${search}`, make, false);
}

interface OneInput {
  readonly kind: "record" | "global";
  readonly entity: string;
  readonly query: string | OneRequest;
  readonly options: ReadOptions;
}

function readOne(schema: Schema, actor: Actor, { kind, entity, query, options }: OneInput): OnePlan {
  if (typeof query !== "string") return planOne(schema, actor, entity, kind, { request: query, ...options });
  return readPlan(schema, actor, { kind, entity, search: query, options }, () => {
    requireOperation(schema, actor, entity, "read"); // before errors in the query
    return planOne(schema, actor, entity, kind, { request: parseQuery(query, kind), ...options });
  });
}

interface ReadKey {
  readonly kind: string;
  readonly entity: string;
  readonly search: string;
  readonly options?: ReadOptions;
}

function engineAs(schema: Schema, actor: Actor) {
  return {
    schema,
    actor,

    rule: (entity: string, operation: Operation): Rule | null => ruleFor(schema, actor, entity, operation),
    /** @throws NOT_FOUND, FORBIDDEN, CONFIRMATION_REQUIRED */
    require: (entity: string, operation: Operation): Rule => requireOperation(schema, actor, entity, operation),
    /** @throws FORBIDDEN */
    requireAdmin: (): void => requireAdmin(schema, actor),
    /** Whether the actor may read the field. */
    sees: (entity: string, field: string): boolean => seesField(schema, actor, entity, field),
    /** @throws CONFIRMATION_REQUIRED */
    requireConfirmed: (): void => requireConfirmed(actor),
    /** @throws NOT_FOUND */
    entity: (name: string): Entity => entityOf(schema, name),

    /** Whether the actor may write each member of a body that it knows. @returns the others @throws FORBIDDEN, CONFIRMATION_REQUIRED */
    requireWritable: (entity: string, members: Members): readonly ErrorDetail[] =>
      writableMembers(schema, actor, entityOf(schema, entity), members).unknown,
    parseBody: (entity: string, body: unknown, options: BodyOptions): Promise<WriteData> => parseBody(schema, actor, entity, body, options),
    parseStored: (entity: string, content: unknown, options: StoredOptions): Promise<WriteData> =>
      parseStored(schema, actor, entity, content, options),
    maskDetails: (entity: string, details: readonly ErrorDetail[]): readonly ErrorDetail[] => maskDetails(schema, actor, entity, details),

    /** @param query - a query string, which is the key of the plan's cache, or a parsed query. */
    list(entity: string, query: string | ReadRequest, options: ReadOptions = {}): ListPlan {
      if (typeof query !== "string") return planList(schema, actor, entity, query, options);
      const key: ReadKey = { kind: "list", entity, search: query, options };
      return readPlan(schema, actor, key, () => {
        requireOperation(schema, actor, entity, "read"); // before errors in the query
        return planList(schema, actor, entity, parseQuery(query), options);
      });
    },
    /** Any one record of the entity, or row of a translatable global, by the value `id`. */
    record: (entity: string, query: string | OneRequest = "", options: ReadOptions = {}): OnePlan =>
      readOne(schema, actor, { kind: "record", entity, query, options }),
    /** @param id - null for a global. @param query - as of `list`; left out, the whole record. */
    one: (entity: string, id: string | null, query: string | OneRequest = "", options: ReadOptions = {}): OnePlan =>
      forRecord(readOne(schema, actor, { kind: id === null ? "global" : "record", entity, query, options }), id),
    /** The row of a new record, if it matches the row filter for create. */
    created(entity: string, id: string): OnePlan {
      const key: ReadKey = { kind: "created", entity, search: "" };
      return forRecord(
        readPlan(schema, actor, key, () => planCreated(schema, actor, entity)),
        id,
      );
    },
    /** The events of an entity that the actor is told about; null if it may not read the entity. @throws NOT_FOUND */
    events: (entity: string): EventAccess | null => eventAccessTo(schema, actor, entity),
    /** Null if the actor may not search anything. */
    search: (request: SearchRequest, words: IndexedWords) => planSearch(schema, actor, request, words),

    create: (entity: string, input: CreateInput) => planCreate(schema, actor, entity, input),
    update: (entity: string, id: string | null, input: UpdateInput) => planUpdate(schema, actor, entity, id, input),
    remove: (entity: string, id: string, input: RemoveInput) => planRemove(schema, actor, entity, id, input),
    assign: (entity: string, id: string, userId: string) => planAssign(schema, actor, entity, id, userId),
    trash: (entity: string, id: string, input: TrashInput) => planTrash(schema, actor, entity, id, input),
    restoreTrashed: (entity: string, id: string, input: TrashInput) => planRestoreTrashed(schema, actor, entity, id, input),
    saveDraft: (entity: string, id: string | null, input: DraftInput) => planSaveDraft(schema, actor, entity, id, input),
    publish: (entity: string, id: string | null, input: PublishInput) => planPublish(schema, actor, entity, id, input),
    unpublish: (entity: string, id: string | null, input: ExpectedInput) => planUnpublish(schema, actor, entity, id, input),
    discard: (entity: string, id: string | null, input: ExpectedInput) => planDiscard(schema, actor, entity, id, input),

    /** @param input - `hooked`: with the whole record, for before-hooks. */
    draftContent: (entity: string, id: string | null, input: DraftContentInput = {}) => planDraftContent(schema, actor, entity, id, input),
    draftTarget: (entity: string, id: string | null, expected: ExpectedInput = {}) => planDraftTarget(schema, actor, entity, id, expected),
    history: (entity: string, id: string | null, page: { readonly limit: number; readonly offset: number }) =>
      planHistory(schema, actor, entity, id, page),
    /** A record's rows of the audit log. */
    recordLog: (entity: string, id: string | null, page: { readonly limit: number; readonly offset: number }) =>
      planRecordLog(schema, actor, entity, id, page),
    version: (entity: string, id: string | null, versionId: string) => planVersion(schema, actor, entity, id, versionId),
    replay: (entity: string, id: string | null, earlier: unknown) => planReplay(schema, actor, entity, id, earlier),
    /** The records that refer to a record. */
    usages: (entity: string, id: string, input: UsagesInput) => planUsages(schema, actor, entity, id, input),
    /** The scheduled publications and unpublications of all entities. */
    schedules: (input: SchedulesInput) => planSchedules(schema, actor, input),
    scheduleAuthor: (author: { readonly kind: string; readonly id: string | null }) => planScheduleAuthor(schema, actor, author),
    /** Null if there is nothing to check. */
    lost: (entity: string, references: readonly Reference[]) => planLost(schema, actor, entity, references),
    /** Null if there is nothing to check. */
    hiddenOwners: ({ named }: Pick<ListPlan, "named">) => planHiddenOwners(schema, actor, named),
    /** Null if translations share no values. */
    shared: (entity: string, by: SharedBy) => planShared(schema, actor, entity, by),
    siblings: (entity: string, references: readonly Pick<Reference, "entity" | "id">[], locale: string) =>
      planSiblings(schema, actor, entity, references, locale),
    translationSource: (entity: string, id: string) => planTranslationSource(schema, actor, entity, id),
  };
}

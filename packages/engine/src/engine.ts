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
import { forRecord, planCreated, planOne, type OnePlan, type OneRequest } from "./reads/plan/one.ts";
import { planList, type ListPlan, type ReadOptions } from "./reads/plan/list.ts";
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
import type { Principal, Entity, Rule, Schema } from "./types.ts";
import type { ReadRequest } from "./requests.ts";

/** Longer query strings are rarely sent twice. */
const MAX_CACHED_QUERY = 2_000;

export interface Engine {
  readonly schema: Schema;
  readonly as: (principal: Principal) => PrincipalEngine;
}

/** Checks and plans every request of one principal. */
export type PrincipalEngine = ReturnType<typeof engineAs>;

export function createEngine(schema: Schema): Engine {
  return { schema, as: (principal) => engineAs(schema, principal) };
}

/** Plans by query text: a known query is neither parsed nor planned again. The role is checked when the query is planned. */
function readPlan<P extends ListPlan | OnePlan>(
  schema: Schema,
  principal: Principal,
  { kind, entity, search, options: { whole = false, creator } = {} }: ReadKey,
  make: () => P,
): P {
  if (search.length > MAX_CACHED_QUERY) return make();
  const shownBy = creator ? `${creator.kind} ${roleKey(creator) ?? ""}` : "";
  return cachedPlan(
    schema,
    `${kind}\n${principal.kind}\n${roleKey(principal) ?? ""}\n${whole}\n${shownBy}\n${entity}\n${search}`,
    make,
    false,
  );
}

interface OneInput {
  readonly kind: "record" | "global";
  readonly entity: string;
  readonly query: string | OneRequest;
  readonly options: ReadOptions;
}

function readOne(schema: Schema, principal: Principal, { kind, entity, query, options }: OneInput): OnePlan {
  if (typeof query !== "string") return planOne(schema, principal, entity, kind, { request: query, ...options });
  return readPlan(schema, principal, { kind, entity, search: query, options }, () => {
    requireOperation(schema, principal, entity, "read"); // before errors in the query
    return planOne(schema, principal, entity, kind, { request: parseQuery(query, kind), ...options });
  });
}

interface ReadKey {
  readonly kind: string;
  readonly entity: string;
  readonly search: string;
  readonly options?: ReadOptions;
}

function engineAs(schema: Schema, principal: Principal) {
  return {
    schema,
    principal,

    rule: (entity: string, operation: Operation): Rule | null => ruleFor(schema, principal, entity, operation),
    /** @throws NOT_FOUND, FORBIDDEN, CONFIRMATION_REQUIRED */
    require: (entity: string, operation: Operation): Rule => requireOperation(schema, principal, entity, operation),
    /** @throws FORBIDDEN */
    requireAdmin: (): void => requireAdmin(schema, principal),
    /** Whether the principal may read the field. */
    sees: (entity: string, field: string): boolean => seesField(schema, principal, entity, field),
    /** @throws CONFIRMATION_REQUIRED */
    requireConfirmed: (): void => requireConfirmed(principal),
    /** @throws NOT_FOUND */
    entity: (name: string): Entity => entityOf(schema, name),

    /** Whether the principal may write each member of a body that it knows. @returns the others @throws FORBIDDEN, CONFIRMATION_REQUIRED */
    requireWritable: (entity: string, members: Members): readonly ErrorDetail[] =>
      writableMembers(schema, principal, entityOf(schema, entity), members).unknown,
    parseBody: (entity: string, body: unknown, options: BodyOptions): Promise<WriteData> =>
      parseBody(schema, principal, entity, body, options),
    parseStored: (entity: string, content: unknown, options: StoredOptions): Promise<WriteData> =>
      parseStored(schema, principal, entity, content, options),
    maskDetails: (entity: string, details: readonly ErrorDetail[]): readonly ErrorDetail[] =>
      maskDetails(schema, principal, entity, details),

    /** @param query - a query string, which is the key of the plan's cache, or a parsed query. */
    list(entity: string, query: string | ReadRequest, options: ReadOptions = {}): ListPlan {
      if (typeof query !== "string") return planList(schema, principal, entity, query, options);
      const key: ReadKey = { kind: "list", entity, search: query, options };
      return readPlan(schema, principal, key, () => {
        requireOperation(schema, principal, entity, "read"); // before errors in the query
        return planList(schema, principal, entity, parseQuery(query), options);
      });
    },
    /** Any one record of the entity, or row of a translatable global, by the value `id`. */
    record: (entity: string, query: string | OneRequest = "", options: ReadOptions = {}): OnePlan =>
      readOne(schema, principal, { kind: "record", entity, query, options }),
    /** @param id - null for a global. @param query - as of `list`; left out, the whole record. */
    one: (entity: string, id: string | null, query: string | OneRequest = "", options: ReadOptions = {}): OnePlan =>
      forRecord(readOne(schema, principal, { kind: id === null ? "global" : "record", entity, query, options }), id),
    /** The row of a new record, if it matches the row filter for create. */
    created(entity: string, id: string): OnePlan {
      const key: ReadKey = { kind: "created", entity, search: "" };
      return forRecord(
        readPlan(schema, principal, key, () => planCreated(schema, principal, entity)),
        id,
      );
    },
    /** The events of an entity that the principal is told about; null if it may not read the entity. @throws NOT_FOUND */
    events: (entity: string): EventAccess | null => eventAccessTo(schema, principal, entity),
    /** Null if the principal may not search anything. */
    search: (request: SearchRequest, words: IndexedWords) => planSearch(schema, principal, request, words),

    create: (entity: string, input: CreateInput) => planCreate(schema, principal, entity, input),
    update: (entity: string, id: string | null, input: UpdateInput) => planUpdate(schema, principal, entity, id, input),
    remove: (entity: string, id: string, input: RemoveInput) => planRemove(schema, principal, entity, id, input),
    assign: (entity: string, id: string, userId: string) => planAssign(schema, principal, entity, id, userId),
    trash: (entity: string, id: string, input: TrashInput) => planTrash(schema, principal, entity, id, input),
    restoreTrashed: (entity: string, id: string, input: TrashInput) => planRestoreTrashed(schema, principal, entity, id, input),
    saveDraft: (entity: string, id: string | null, input: DraftInput) => planSaveDraft(schema, principal, entity, id, input),
    publish: (entity: string, id: string | null, input: PublishInput) => planPublish(schema, principal, entity, id, input),
    unpublish: (entity: string, id: string | null, input: ExpectedInput) => planUnpublish(schema, principal, entity, id, input),
    discard: (entity: string, id: string | null, input: ExpectedInput) => planDiscard(schema, principal, entity, id, input),

    /** @param input - `hooked`: with the whole record, for before-hooks. */
    draftContent: (entity: string, id: string | null, input: DraftContentInput = {}) =>
      planDraftContent(schema, principal, entity, id, input),
    draftTarget: (entity: string, id: string | null, expected: ExpectedInput = {}) =>
      planDraftTarget(schema, principal, entity, id, expected),
    history: (entity: string, id: string | null, page: { readonly limit: number; readonly offset: number }) =>
      planHistory(schema, principal, entity, id, page),
    /** A record's rows of the audit log. */
    recordLog: (entity: string, id: string | null, page: { readonly limit: number; readonly offset: number }) =>
      planRecordLog(schema, principal, entity, id, page),
    version: (entity: string, id: string | null, versionId: string) => planVersion(schema, principal, entity, id, versionId),
    replay: (entity: string, id: string | null, earlier: unknown) => planReplay(schema, principal, entity, id, earlier),
    /** The records that refer to a record. */
    usages: (entity: string, id: string, input: UsagesInput) => planUsages(schema, principal, entity, id, input),
    /** The scheduled publications and unpublications of all entities. */
    schedules: (input: SchedulesInput) => planSchedules(schema, principal, input),
    scheduleAuthor: (author: { readonly kind: string; readonly id: string | null }) => planScheduleAuthor(schema, principal, author),
    /** Null if there is nothing to check. */
    lost: (entity: string, references: readonly Reference[]) => planLost(schema, principal, entity, references),
    /** Null if there is nothing to check. */
    hiddenOwners: ({ named }: Pick<ListPlan, "named">) => planHiddenOwners(schema, principal, named),
    /** Null if translations share no values. */
    shared: (entity: string, by: SharedBy) => planShared(schema, principal, entity, by),
    siblings: (entity: string, references: readonly Pick<Reference, "entity" | "id">[], locale: string) =>
      planSiblings(schema, principal, entity, references, locale),
    translationSource: (entity: string, id: string) => planTranslationSource(schema, principal, entity, id),
  };
}

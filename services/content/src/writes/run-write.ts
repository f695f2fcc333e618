import { isUuid } from "@colophon/model";
import type { Database, TransactionOptions } from "@colophon/database";
import { acceptedRow, sharesFields, type Engine, type Entity } from "@colophon/engine";
import type { HookFacts, Hooks } from "../hooks/hooks.ts";
import type { Answer } from "../http/answers.ts";
import type { Call } from "../http/calls.ts";
import type { Reads } from "../reads/reads.service.ts";
import type { SaveInput } from "./record.operations.ts";
import { createSharing, followShared } from "./sharing.ts";
import { createWithoutAdded } from "./added-members.ts";
import { createParseBody } from "./data.ts";
import { createWithSlugs } from "./slug-sources.ts";
import { createWithUnchanged } from "./unchanged-values.ts";
import { createLostReferences } from "./lost-references.ts";
import type { WriteOperation, WriteTools } from "./operation.ts";
import { acceptedWrite, type Statements, type Written } from "./statements.ts";
import { lockOf, requireFound, storedBefore, type Stored } from "./targets.ts";
import { createWriteAnswers } from "./write-answers.ts";
import { expectedOf, rowKeyOf, type Write, type WriteInput } from "./write.ts";

export interface WriterDependencies {
  readonly engine: Engine;
  readonly database: Database;
  readonly hooks: Hooks;
  readonly reads: Reads;
  readonly statements: Statements;
  /** Invalidates every cached identity, in all gateways. */
  readonly revokeIdentities: () => Promise<void>;
}

export type Writer = ReturnType<typeof createWriter>;

/**
 * The steps of every write: permission, transaction, lock and check, before-hooks, plan, statement, after-hooks, answer. Only a write with
 * before-hooks needs a transaction, a lock and a check; any other is one statement.
 */
export function createWriter({ engine, database, hooks, reads, statements, revokeIdentities }: WriterDependencies) {
  const system = engine.as({ kind: "system" });
  const sharing = createSharing({ system, database, statements });
  const lostReferences = createLostReferences({ system, statements });
  const answers = createWriteAnswers({ database, hooks, reads });
  const tools: WriteTools = {
    ...statements,
    system,
    reads,
    parse: createParseBody({
      system,
      hooks,
      withoutAdded: createWithoutAdded({ hooks, reads }),
      withUnchanged: createWithUnchanged({ reads }),
      withSlugs: createWithSlugs({ reads }),
    }),
    async before({ call, before, facts }, data) {
      const last = before.at(-1);
      return last ? hooks.before(last, call, { ...facts, ...(data && { data }) }) : data;
    },
  };

  const isHooked = ({ before }: WriteOperation, call: Call, name: string) => hooks.wants(call, name, ...before);
  const isFollowed = ({ after }: WriteOperation, call: Call, name: string) => after !== null && hooks.wants(call, name, after);

  /** Whether, and where, a write needs a transaction. */
  function transactionOf<Input extends WriteInput>(operation: WriteOperation<Input>, call: Call, input: Input): TransactionOptions | null {
    const { entity: name } = input;
    const next = operation.followedBy?.(input);
    const shares = sharesAfter(operation, input);
    const others = [...(next ? [next.operation] : []), ...(shares ? [followShared] : [])];
    if (isHooked(operation, call, name) || others.some((other) => isHooked(other, call, name))) return { pool: "hooks" };
    return others.length > 0 || needsRecordAfter(operation, call, name) ? {} : null;
  }

  /** Whether translations may have to follow the write, because it may change the live value of a shared field, or publish its record. */
  function sharesAfter<Input extends WriteInput>(operation: WriteOperation<Input>, input: Input): "followed" | "rejoins" | null {
    const entity = operation.entityOf(engine.schema, input.entity);
    const isFollowing = operation.prepare === followShared.prepare;
    const { draft = false } = operation.facts?.(engine.schema, entity, input) ?? {};
    const isShared = !draft || entity.kind === "global"; // a draft may be the first of a locale, which gets the shared values
    const isFollowed = !isFollowing && isShared && (operation.kind === "update" || operation.kind === "publish");
    if (!isFollowed || !sharesFields(entity)) return null;
    return operation.rejoins ? "rejoins" : "followed";
  }

  /** After-hooks of a deletion get the previous record, which must be read before the deletion. */
  function needsRecordAfter(operation: WriteOperation, call: Call, name: string): boolean {
    return operation.removesRecord !== undefined && isFollowed(operation, call, name);
  }

  function begin<Input extends WriteInput>(operation: WriteOperation<Input>, call: Call, entity: Entity, input: Input): Write<Input> {
    const id = operation.kind === "create" ? null : rowKeyOf(engine.schema, entity, input);
    const about = operation.facts?.(engine.schema, entity, input);
    const named = { locale: isUuid(id) ? null : id, ...(isUuid(id) && { id }) };
    const facts: HookFacts = { entity: entity.name, operation: operation.kind, draft: false, ...named, ...about };
    const around = { isHooked: isHooked(operation, call, entity.name), isFollowed: isFollowed(operation, call, entity.name) };
    return { call, entity, id, input, expected: expectedOf(input), before: operation.before, ...around, facts };
  }

  /** Whether hooks get the stored record. */
  function needsStored<Input extends WriteInput>(
    operation: WriteOperation<Input>,
    { call, entity, isHooked: hooked }: Write<Input>,
  ): boolean {
    return operation.target !== undefined && (hooked || needsRecordAfter(operation, call, entity.name));
  }

  /** SQL of the lock that begins a write; a write that translations follow takes the lock of its group before. */
  function firstLock<Input extends WriteInput>(operation: WriteOperation<Input>, write: Write<Input>): string | undefined {
    return needsStored(operation, write) && sharesAfter(operation, write.input) !== "followed" ? lockOf(write) : undefined;
  }

  async function withStored<Input extends WriteInput>(operation: WriteOperation<Input>, write: Write<Input>): Promise<Write<Input>> {
    const stored = needsStored(operation, write) ? await storedBefore(statements, operation, write) : null;
    if (!stored) return write;
    const { found, ...facts } = stored;
    return { ...write, found, facts: { ...write.facts, ...idFact(stored), ...facts } };
  }

  async function execute<Input extends WriteInput, Content>(
    operation: WriteOperation<Input, Content>,
    write: Write<Input>,
  ): Promise<Written> {
    const { call, entity, isHooked: hooked, facts } = write;
    if (operation.firstSave && hooked && !facts.existing) return operation.firstSave(write, tools, null);
    let content = await operation.prepare(write, tools);
    const again = async () => void (content = await operation.prepare(write, tools));
    const options = { hooked: write.isFollowed, ...(!hooked && { again }) }; // hooks run once
    const attempt = statements.row(named(call, operation), entity.name, () => operation.plan(write, content), options);
    const row = await attempt.catch((error: unknown) => {
      lostReferences.remember(error, content);
      throw error;
    });
    if (!row && operation.firstSave) return operation.firstSave(write, tools, content);
    const written = acceptedWrite(row);
    if (entity.name === "_user" && operation.changesIdentity?.(content)) await database.afterCommit(revokeIdentities);
    return written;
  }

  /** The open transaction has begun with the write's first lock. */
  async function perform<Input extends WriteInput, Content>(operation: WriteOperation<Input, Content>, begun: Write<Input>) {
    const shares = sharesAfter(operation, begun.input);
    const follow = (call: Call, other: SaveInput) => run(followShared, call, other);
    if (shares === "followed") await sharing.lock(begun);
    if (shares === "followed" && needsStored(operation, begun)) await database.run({ text: lockOf(begun) });
    const write = await withStored(operation, begun);
    const written = await execute(operation, write);
    if (shares === "rejoins") return { write, written: await sharing.rejoin(begun, written, follow) };
    if (shares) await sharing.follow(begun, written, follow);
    return { write, written };
  }

  async function runPermitted<Input extends WriteInput, Content>(
    operation: WriteOperation<Input, Content>,
    call: Call,
    given: Input,
  ): Promise<Answer> {
    const entity = operation.entityOf(engine.schema, given.entity);
    const input = operation.complete ? await operation.complete(call, given, tools) : given;
    const begun = begin(operation, call, entity, input);
    const work = async () => {
      const { write, written } = await perform(operation, begun);
      const answer = await answers.answerTo(operation, write, written);
      const next = operation.followedBy?.(input);
      return next ? run(next.operation, call, next.input) : answer;
    };
    const transaction = transactionOf(operation, call, input);
    const lock = firstLock(operation, begun);
    const written = transaction ? database.transaction(work, { ...transaction, ...(lock !== undefined && { lock }) }) : work();
    return written.catch(async (error: unknown) => Promise.reject(await lostReferences.named(error, begun)));
  }

  function permit<Input extends WriteInput, Content>(operation: WriteOperation<Input, Content>, call: Call, name: string) {
    for (const permission of operation.permission) call.engine.require(name, permission);
    return (input: Input): Promise<Answer> => runPermitted(operation, call, { ...input, entity: name });
  }

  async function run<Input extends WriteInput, Content>(
    operation: WriteOperation<Input, Content>,
    call: Call,
    input: Input,
  ): Promise<Answer> {
    const { name } = operation.entityOf(engine.schema, input.entity);
    return permit(operation, call, name)(input);
  }

  return {
    /** Runs a write. In an open transaction it becomes a part of that. */
    runWrite: run,

    /**
     * `runWrite` in two steps: the caller's permission, checked before the request's body is read, returns a function that writes. @throws
     * NOT_FOUND, FORBIDDEN, CONFIRMATION_REQUIRED
     */
    permit,

    /**
     * Runs one write of a bulk request in the open transaction, which continues if it fails. The permission is already checked. @returns the
     * record's id
     */
    async runPart<Input extends WriteInput, Content>(operation: WriteOperation<Input, Content>, call: Call, input: Input): Promise<string> {
      const begun = begin(operation, call, operation.entityOf(engine.schema, input.entity), input);
      const work = async () => {
        const { write, written } = await perform(operation, begun);
        await answers.follow(operation, write, written);
        return written.id;
      };
      return statements.part(work, firstLock(operation, begun));
    },

    /** The error of such a write, after its changes were rolled back: with all references to what doesn't exist. */
    namedRefusal: (error: unknown, call: Call, entity: Entity): Promise<unknown> => lostReferences.named(error, { call, entity }),

    /** The kind of transaction that this write needs, if any. */
    poolOf: <Input extends WriteInput>(operation: WriteOperation<Input>, call: Call, input: Input): TransactionOptions =>
      transactionOf(operation, call, input) ?? {},

    /** Throws the error that the write would have now; runs no hooks and changes nothing. Needs a transaction. */
    async check<Input extends WriteInput, Content>(operation: WriteOperation<Input, Content>, call: Call, input: Input): Promise<void> {
      const entity = operation.entityOf(engine.schema, input.entity);
      const write = begin(operation, call, entity, input);
      const unhooked = { ...write, call: { ...call, runsHooks: false }, isHooked: false };
      let content = await operation.prepare(unhooked, tools);
      const again = async () => void (content = await operation.prepare(unhooked, tools));
      const plan = () => operation.plan(write, content);
      if (write.isHooked) return void requireFound(await statements.check(call, entity.name, plan()));
      return void acceptedRow(await statements.dryRun(call, entity.name, plan, { again }));
    },
  };
}

/** The call of a write whose operation has a name of its own in the audit log. */
function named(call: Call, { action }: Pick<WriteOperation, "action">): Call {
  return action ? { ...call, action } : call;
}

/** A global's id is known only from its record. */
function idFact({ record: { id } }: Stored): { id?: string } {
  return typeof id === "string" ? { id } : {};
}

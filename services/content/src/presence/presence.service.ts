import { namesOfUsers, type Database } from "@colophon/database";
import { entityOf, seesMember, viewOf, type Schema } from "@colophon/engine";
import { AppError, invalid } from "@colophon/model/errors";
import type { SessionIdentity } from "@colophon/runtime";
import type { Answer } from "../http/answers.ts";
import type { Call } from "../http/calls.ts";
import type { Reads } from "../reads/reads.service.ts";
import { createPresenceStore, type PresenceDependencies, type Present } from "./presence-store.ts";

export type PresenceService = ReturnType<typeof createPresence>;

interface Dependencies extends PresenceDependencies {
  readonly schema: Schema;
  readonly database: Database;
  readonly reads: Reads;
}

/** The users who have a record open, as far as the caller may know. It locks nothing: `If-Match` prevents lost updates. */
export function createPresence({ schema, database, reads, redis, now }: Dependencies) {
  const store = createPresenceStore({ redis, now });

  /** The record as the caller reads it, or else its draft. @throws NOT_FOUND */
  async function readable(call: Call, entity: string, id: string): Promise<Answer> {
    const silent = { ...call, runsHooks: false };
    const live = await reads.find(silent, entity, id, "fields=id&can=true");
    const found =
      live ??
      (viewOf(schema, call.role, entityOf(schema, entity)).drafts
        ? await reads.find(silent, entity, id, "draft=true&fields=id&can=true")
        : null);
    if (!found) throw new AppError("NOT_FOUND");
    return found;
  }

  /** @throws VALIDATION_ERROR for names that are no fields for the caller's role */
  function requireField({ role }: Call, entity: string, editing: string | null): void {
    if (editing !== null && !seesMember(schema, role, entity, editing))
      throw invalid([{ field: "editing", message: "must be the dotted path of a field" }], "Some fields are not valid");
  }

  return {
    async note(
      call: Call,
      { userId, credentialId }: SessionIdentity,
      { entity, id, editing }: { readonly entity: string; readonly id: string; readonly editing: string | null },
    ) {
      requireField(call, entity, editing);
      const { body } = await readable(call, entity, id);
      const { data }: { data: { id: string; _can: { update: boolean } } } = JSON.parse(body);
      const present = await store.note(`${entity}:${data.id}`, credentialId, { userId, editing });
      const names = data._can.update
        ? await namesOfUsers(
            database,
            present.map((person) => person.userId),
          )
        : null;
      return present.map((person) => shownTo(call, entity, person, names));
    },
  };

  function shownTo({ role }: Call, entity: string, { userId, since, editing }: Present, names: ReadonlyMap<string, string | null> | null) {
    const user = names?.has(userId) ? { id: userId, name: names.get(userId) ?? null } : null;
    const isSeen = editing !== null && seesMember(schema, role, entity, editing);
    return { user, since: new Date(since).toISOString(), editing: isSeen ? editing : null };
  }
}

import type { Database, StreamEvent } from "@colophon/database";
import { bind, visibleEvent, type Actor, type EventAccess, type EventRow } from "@colophon/engine";
import { eventText } from "./event-text.ts";

/** Who reads a stream, and which entities. */
export interface Audience {
  readonly actor: Actor;
  readonly entities: ReadonlyMap<string, EventAccess>;
}

/** The same for audiences that are told the same. */
export function audienceKey({ actor, entities }: Audience): string {
  const isPersonal = entities.values().some((access) => access.isPersonal);
  const role = actor.kind === "system" ? "" : actor.role;
  const id = actor.kind === "user" ? actor.userId : actor.kind === "key" ? actor.keyId : "";
  return JSON.stringify([actor.kind, role, isPersonal ? id : "", [...entities.keys()].toSorted()]);
}

/** Whether row filters let events through, by event id. Audiences with the same filters share the answers while a page is divided. */
type Decided = Map<string, Promise<ReadonlyMap<string, EventRow>>>;

/** Finds out what an audience is told about a page of events. */
export function createVisibleEvents({ database, now }: { readonly database: Pick<Database, "run">; readonly now: () => Date }) {
  async function decide(events: readonly StreamEvent[], access: EventAccess, actor: Actor): Promise<ReadonlyMap<string, EventRow>> {
    const { statement } = access;
    if (!statement) return new Map();
    const values = { ids: events.map(({ id }) => id), xacts: [...new Set(events.map(({ xact }) => xact))] };
    const rows = await database.run<EventRow & Record<string, unknown>>(statement, bind(statement, { actor, now: now(), values }));
    return new Map(rows.map((row) => [row.id, row]));
  }

  return function divide(page: readonly StreamEvent[]) {
    const byEntity = Map.groupBy(page, ({ entity }) => entity);
    const decided: Decided = new Map();

    function decisions(entity: string, access: EventAccess, actor: Actor): Promise<ReadonlyMap<string, EventRow>> {
      const key = JSON.stringify([
        entity,
        access.statement?.name,
        actor.kind,
        actor.kind !== "system" && actor.role,
        access.isPersonal && actor,
      ]);
      const known = decided.get(key) ?? decide(byEntity.get(entity) ?? [], access, actor);
      decided.set(key, known);
      return known;
    }

    /** The text for the audience's streams; empty if it is told nothing. */
    return async ({ actor, entities }: Audience): Promise<string> => {
      const rows = new Map<string, ReadonlyMap<string, EventRow>>();
      for (const [entity, access] of entities) if (byEntity.has(entity)) rows.set(entity, await decisions(entity, access, actor));
      const texts = page.flatMap((stored) => {
        const access = entities.get(stored.entity);
        const told = access && visibleEvent(access, stored.event, rows.get(stored.entity)?.get(stored.id));
        return told ? [eventText(stored, told)] : [];
      });
      return texts.join("");
    };
  };
}

import type { Database, StreamEvent } from "@colophon/database";
import { bind, visibleEvent, type Principal, type EventAccess, type EventRow } from "@colophon/engine";
import { eventText } from "./event-text.ts";

/** Who reads a stream, and which entities. */
export interface Audience {
  readonly principal: Principal;
  readonly entities: ReadonlyMap<string, EventAccess>;
}

/** The same for audiences that are told the same. */
export function audienceKey({ principal, entities }: Audience): string {
  const isPersonal = entities.values().some((access) => access.isPersonal);
  const role = principal.kind === "system" ? "" : principal.role;
  const id = principal.kind === "user" ? principal.userId : principal.kind === "key" ? principal.keyId : "";
  return JSON.stringify([principal.kind, role, isPersonal ? id : "", [...entities.keys()].toSorted()]);
}

/** Whether row filters let events through, by event id. Audiences with the same filters share the answers while a page is divided. */
type Decided = Map<string, Promise<ReadonlyMap<string, EventRow>>>;

/** Finds out what an audience is told about a page of events. */
export function createVisibleEvents({ database, now }: { readonly database: Pick<Database, "run">; readonly now: () => Date }) {
  async function decide(events: readonly StreamEvent[], access: EventAccess, principal: Principal): Promise<ReadonlyMap<string, EventRow>> {
    const { statement } = access;
    if (!statement) return new Map();
    const values = { ids: events.map(({ id }) => id), xacts: [...new Set(events.map(({ xact }) => xact))] };
    const rows = await database.run<EventRow & Record<string, unknown>>(statement, bind(statement, { principal, now: now(), values }));
    return new Map(rows.map((row) => [row.id, row]));
  }

  return function divide(page: readonly StreamEvent[]) {
    const byEntity = Map.groupBy(page, ({ entity }) => entity);
    const decided: Decided = new Map();

    function decisions(entity: string, access: EventAccess, principal: Principal): Promise<ReadonlyMap<string, EventRow>> {
      const key = JSON.stringify([
        entity,
        access.statement?.name,
        principal.kind,
        principal.kind !== "system" && principal.role,
        access.isPersonal && principal,
      ]);
      const known = decided.get(key) ?? decide(byEntity.get(entity) ?? [], access, principal);
      decided.set(key, known);
      return known;
    }

    /** The text for the audience's streams; empty if it is told nothing. */
    return async ({ principal, entities }: Audience): Promise<string> => {
      const rows = new Map<string, ReadonlyMap<string, EventRow>>();
      for (const [entity, access] of entities) if (byEntity.has(entity)) rows.set(entity, await decisions(entity, access, principal));
      const texts = page.flatMap((stored) => {
        const access = entities.get(stored.entity);
        const visible = access && visibleEvent(access, stored.event, rows.get(stored.entity)?.get(stored.id));
        return visible ? [eventText(stored, visible)] : [];
      });
      return texts.join("");
    };
  };
}

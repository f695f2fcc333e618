/**
 * What Redis knows about the answers that gateways may keep: one hash, whose fields are
 *
 * - `until`: the lease, a time of Redis' clock in milliseconds. Past it, no gateway uses or keeps an answer.
 * - `generation`: a random text, made when there is no state.
 * - `site`: which configuration the answers are made with, and since when.
 * - `version`: a random text, renewed at each change of the fields below, so that gateways read them only when they have changed.
 * - `=<entity>`: the epoch of an entity, a random text that each write renews after its commit and before its answer.
 * - `~<mark>`: a write that has not ended, as `<backend> <entity>,<entity>`; set before its commit. Its entities are dirty.
 *
 * The rule, and why it is right, are in docs/architecture.md.
 */
export const ANSWERS_KEY = "cms:answers";

/** How long one poll of PostgreSQL allows gateways to use cached answers. A writer that can't reach Redis waits this long. */
export const LEASE_MS = 600;
/** How often the lease is renewed. */
export const BEAT_MS = 150;

const EPOCH = "=";
const MARK = "~";

/** A write that was marked and has not ended. */
export interface Mark {
  readonly field: string;
  /** The PostgreSQL backend that runs it. */
  readonly backend: number;
  readonly entities: readonly string[];
}

/** The state at one moment. */
export interface AnswerState {
  readonly version: string;
  readonly generation: string;
  readonly site: string;
  readonly epochs: ReadonlyMap<string, string>;
  readonly dirty: ReadonlySet<string>;
}

export function epochField(entity: string): string {
  return EPOCH + entity;
}

export function markField(id: string): string {
  return MARK + id;
}

export function markText({ backend, entities }: Omit<Mark, "field">): string {
  return `${backend} ${entities.join(",")}`;
}

/** The marks among the hash's fields and values, which follow each other. */
export function marksIn(flat: readonly string[]): Mark[] {
  const marks: Mark[] = [];
  eachOf(flat, (field, value) => {
    if (!field.startsWith(MARK)) return;
    const [backend = "", names = ""] = value.split(" ");
    marks.push({ field, backend: Number(backend), entities: names.split(",").filter((name) => name !== "") });
  });
  return marks;
}

/** The state from the hash's fields and values; null without a generation. */
export function toAnswerState(flat: readonly string[]): AnswerState | null {
  const plain = new Map<string, string>();
  const epochs = new Map<string, string>();
  eachOf(flat, (field, value) => {
    if (field.startsWith(EPOCH)) epochs.set(field.slice(EPOCH.length), value);
    else if (!field.startsWith(MARK)) plain.set(field, value);
  });
  const [version, generation, site] = ["version", "generation", "site"].map((name) => plain.get(name));
  if (version === undefined || generation === undefined || site === undefined) return null;
  return { version, generation, site, epochs, dirty: new Set(marksIn(flat).flatMap(({ entities }) => entities)) };
}

/**
 * What must be unchanged for an answer that depends on these entities to be used; null while one of them is dirty: then no such answer is
 * used or kept.
 */
export function stampOf({ generation, site, epochs, dirty }: AnswerState, entities: readonly string[]): string | null {
  if (entities.some((entity) => dirty.has(entity))) return null;
  return `${generation} ${site} ${entities.map((entity) => epochs.get(entity) ?? "").join(" ")}`;
}

/** Whether answers with this identity of a configuration may be kept. */
export function isOfSite({ site }: Pick<AnswerState, "site">, identity: string): boolean {
  return site.startsWith(`${identity} `);
}

function eachOf(flat: readonly string[], see: (field: string, value: string) => void): void {
  for (let at = 0; at + 1 < flat.length; at += 2) see(flat[at]!, flat[at + 1]!);
}

/** A service's answer with this header may be kept by gateways, which remove the header. */
export const DEPENDS_HEADER = "x-cms-depends";

/** What an answer depends on. */
export interface Depends {
  /** That of the configuration; see `createAnswerLease`. */
  readonly identity: string;
  /** The callers who get this answer: all of the caller's role, or only the caller. */
  readonly sharedBy: "role" | "caller";
  readonly entities: readonly string[];
  /** How long it may be kept, if also something else than a write changes it. */
  readonly maxSeconds?: number;
}

export function toDependsText({ identity, sharedBy, entities, maxSeconds }: Depends): string {
  const text = `${identity} ${sharedBy} ${entities.join(",")}`;
  return maxSeconds === undefined ? text : `${text} ${maxSeconds}`;
}

/** Null for a text of another form. */
export function parseDepends(text: string): Depends | null {
  const [, identity = "", sharedBy, names = "", seconds] = /^(\w+) (role|caller) ([\w,-]+)(?: (\d+))?$/.exec(text) ?? [];
  if (sharedBy !== "role" && sharedBy !== "caller") return null;
  return { identity, sharedBy, entities: names.split(","), ...(seconds !== undefined && { maxSeconds: Number(seconds) }) };
}

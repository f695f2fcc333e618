/** The records that the model's records refer to: existing, in the trash, or deleted. */
import { expect } from "@jest/globals";
import type { Direct, Outcome } from "./direct.ts";
import type { Content } from "./life-model.ts";
import { PARTS, type Step } from "./life-steps.ts";

export type Parts = ReturnType<typeof createParts>;

export function createParts(direct: Direct) {
  const places: string[] = [];
  const states = new Map<string, "there" | "trashed" | "gone">();

  async function make(place: number): Promise<string> {
    const { data } = await direct.create({}, false);
    places[place] = data.id;
    states.set(data.id, "there");
    return data.id;
  }

  /** The id at an index: of the record that was there last. */
  const at = async (place: number) => places[place] ?? make(place);
  const listed = <From, To>(from: readonly From[], to: (listedItem: From) => Promise<To>) =>
    from.reduce(async (done: Promise<To[]>, from) => [...(await done), await to(from)], Promise.resolve([]));

  return {
    isThere: (id: string) => states.get(id) === "there",

    /** A patch with ids in it. */
    async named({ references, ...rest }: Step["patch"]): Promise<Partial<Content>> {
      if (!references) return rest;
      const { parts, box, quotes } = references;
      const id = async (place: number | null) => (place === null ? null : at(place));
      const rows = await listed(parts ?? [], async ({ part, more }) => ({ part: await id(part), more: await listed(more, at) }));
      const blocks = await listed(quotes ?? [], async (kept) => ({ _type: "quote" as const, kept: await id(kept) }));
      return {
        ...rest,
        parts: parts && rows,
        box: box && { whole: await id(box.whole) },
        quotes: quotes && blocks.map((block, n) => ({ ...block, _key: `q${n}` })),
      };
    },

    /**
     * Moves a part to the trash, or deletes it permanently. @returns the id if it was deleted permanently, and whether the request
     * succeeded
     */
    async remove({ version, flag }: Step, isKept: (id: string) => boolean): Promise<{ id: string; isGone: boolean }> {
      const id = await at(version % PARTS);
      const before = states.get(id);
      const answer: Outcome = await (before === "trashed" ? direct.removeTrashed(id) : direct.remove(id, flag));
      const expected = before === "gone" ? 404 : isKept(id) ? 409 : 200;
      expect(["removal", answer.status]).toEqual(["removal", expected]);
      if (expected === 200) states.set(id, flag || before === "trashed" ? "gone" : "trashed");
      return { id, isGone: expected === 200 && states.get(id) === "gone" };
    },

    /** Restores a part from the trash; a deleted one is replaced by a new one. */
    async bringBack({ version }: Step): Promise<void> {
      const place = version % PARTS;
      const id = await at(place);
      if (states.get(id) === "gone") return void (await make(place));
      const { status } = await direct.restoreTrashed(id);
      expect(["return", status]).toEqual(["return", states.get(id) === "trashed" ? 200 : 404]);
      states.set(id, "there");
    },
  };
}

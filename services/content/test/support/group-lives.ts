/** Random operations on translations and on references to them, compared with a model in memory. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createGroupModel, type Kind, type Locale, type Page, type Referrer } from "./group-life-model.ts";
import { startService, type Client, type TestService } from "./service.ts";
import { translatedSite } from "./translated-site.ts";

const KINDS = ["note", "guide", "part", "article"] as const;
const OWN: Readonly<Record<Kind, Locale | null>> = { note: null, guide: null, part: null, article: "de" };

const step = fc.record({
  operation: fc.constantFrom("make", "refer", "refer", "refer", "trash", "remove", "remove", "restore"),
  which: fc.nat(9),
  locale: fc.constantFrom<Locale>("en", "de", "fr"),
  kind: fc.constantFrom(...KINDS),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const everywhere = (id: string | null) => {
  const pages = id === null ? [] : [id];
  return { page: id, pages, body: [{ _type: "teaser", _key: "k", page: id, pages }] };
};
const pathOf = ({ kind, id }: Referrer) => `/api/${kind}/${id}${kind === "article" ? "?draft=true&" : "?"}`;

function createLife(admin: Client) {
  const model = createGroupModel();
  const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

  /** A page of a new group, or of that of a live one; the group may already have its locale. */
  async function make({ which, locale }: Step): Promise<void> {
    const live = model.pages.filter(({ state }) => state === "live");
    const near = which % 3 === 0 ? undefined : live[which % Math.max(live.length, 1)];
    const isTaken = live.some((page) => page.group === near?.group && page.locale === locale);
    const { status, json } = await admin.post("/api/page", { title: locale, locale, ...(near && { translationGroup: near.group }) });
    expect(["make", status]).toEqual(["make", isTaken ? 409 : 201]);
    if (!isTaken) model.add({ id: json.data.id, group: json.data.translationGroup, locale });
  }

  async function refer(page: Page, { kind, which }: Step): Promise<void> {
    const before = model.referrers().filter((referrer) => referrer.kind === kind)[which];
    const { id } = before ?? (await admin.post(`/api/${kind}`, OWN[kind] === null ? {} : { locale: OWN[kind] })).json.data;
    const referrer: Referrer = { id, kind, page: before?.page ?? null };
    model.refer(referrer);
    const status = await statusOf(admin.put(pathOf(referrer), everywhere(page.id)));
    expect(["refer", kind, status]).toEqual(["refer", kind, model.isStanding(page.id) ? 200 : 400]);
    if (status === 200) model.refer({ ...referrer, page: page.id });
  }

  async function take(now: Step): Promise<void> {
    const { operation, which } = now;
    const page = model.pages.filter(({ state }) => state === (operation === "restore" ? "trash" : "live") || operation === "remove")[which];
    if (operation === "make" || !page) return make(now);
    if (operation === "refer") return refer(page, now);
    if (page.state === "gone") return;
    const path = `/api/page/${page.id}`;
    const answers = {
      trash: () => [admin.delete(path), model.trash(page)] as const,
      remove: () => [admin.delete(`${path}?permanent=true`), model.remove(page)] as const,
      restore: () => [admin.post(`${path}/restore`), model.restore(page)] as const,
    };
    const [answer, expected] = answers[operation]();
    expect([operation, await statusOf(answer)]).toEqual([operation, expected]);
  }

  /** Every reference has the stored id, or nothing if its group is in the trash, and leads to the page of the model. */
  async function check(): Promise<void> {
    for (const referrer of model.referrers()) {
      const [stored, led] = [
        await admin.get(pathOf(referrer)),
        await admin.get(`${pathOf(referrer)}resolve[page]=id&resolve[pages]=id&resolve[body.teaser.page]=id&resolve[body.teaser.pages]=id`),
      ];
      const used = model.used(referrer.page, OWN[referrer.kind]);
      expect(stored.json.data).toMatchObject(everywhere(model.isStanding(referrer.page) ? referrer.page : null));
      const [page, pages] = used === null ? [null, []] : [{ id: used }, [{ id: used }]];
      expect(led.json.data).toMatchObject({ page, pages, body: [{ page, pages }] });
    }
    for (const kind of KINDS) {
      const { json } = await admin.get(`/api/${kind}?fields=id&sort=id&limit=100${kind === "article" ? "&draft=true" : ""}`);
      const ids = model.referrers().flatMap((referrer) => (referrer.kind === kind ? [referrer.id] : []));
      expect(json.data.map(({ id }: { id: string }) => id)).toEqual(ids.toSorted());
    }
  }

  return { take, check };
}

/** Adds the test; `count` is the number of sequences. */
export function testGroupLives(count: number): void {
  let service: TestService;
  beforeAll(async () => void (service = await startService(translatedSite)));
  afterAll(() => service?.stop());

  test("references keep or change their pages as in a model in memory, whatever is written, deleted, trashed and restored", async () => {
    const sequences = fc.array(step, { minLength: 8, maxLength: 25, size: "max" });
    await fc.assert(
      fc.asyncProperty(sequences, async (steps) => {
        await service.database.run({
          text: "truncate content.page, content.note, content.guide, content.part, content.article, cms.trash, cms.versions cascade",
        });
        const life = createLife(service.as("admin"));
        for (const now of steps) await life.take(now);
        await life.check();
      }),
      { numRuns: count },
    );
  });
}

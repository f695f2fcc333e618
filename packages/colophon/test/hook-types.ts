/** Code that must compile, and code that must not; it is never run. */
import { defineConfig, defineEntity } from "../src/config.ts";
import type { SiteHandle } from "../src/config.ts";

const event = defineEntity({
  name: "event",
  fields: [
    { name: "title", type: "text", required: true },
    { name: "price", type: "number" },
    { name: "kind", type: "select", options: ["concert", "talk"] },
    { name: "venue", type: "relation", to: "venue" },
    { name: "speakers", type: "relation", to: "speaker", many: true },
    { name: "note", type: "text", hidden: true },
  ],
  hooks: {
    beforeValidate: ({ data }) => ({ ...data, title: data.title?.trim() }),
    beforeCreate: [
      ({ data }) => ({ ...data, title: data.title.trim(), note: data.note ?? "none" }),
      // @ts-expect-error it has no such field
      ({ data }) => data.titel,
      // @ts-expect-error it can be empty
      ({ data }) => data.price.toFixed(2),
    ],
    beforeUpdate: ({ data, existing }) => ({ ...data, kind: existing?.kind === "talk" ? "talk" : data.kind }),
    beforeDelete: ({ record, existing }) => record.title === existing.title,
    afterUpdate: [
      ({ record, log }) => log.info({ speakers: record.speakers.length, venue: record.venue?.length }),
      // @ts-expect-error it is none of the options
      ({ record }) => record.kind === "concerto",
      // @ts-expect-error a hook after a write gets the record
      ({ data }) => data,
    ],
    afterRead: { pure: true, run: ({ record }) => ({ ...record, isFree: record.price === 0 }) },
  },
});

const venue = defineEntity({ name: "venue", fields: [{ name: "name", type: "text", required: true }], trash: true });
const draft = defineEntity({
  name: "draft",
  versions: true,
  fields: [{ name: "title", type: "text", required: true }],
  hooks: {
    // @ts-expect-error a draft can lack required fields
    beforeCreate: ({ data }) => data.title.trim(),
  },
});
const page = defineEntity({
  name: "page",
  translatable: true,
  fields: [{ name: "title", type: "text" }],
  hooks: {
    afterCreate: ({ record, log }) => log.info(record.locale.length),
    // @ts-expect-error records of other entities have no language
    afterDelete: ({ record }) => record.language,
  },
});
const settings = defineEntity({ name: "settings", global: true, fields: [{ name: "theme", type: "text" }] });

const config = defineConfig({ entities: [event, venue, draft, page, settings], roles: [{ name: "admin", isAdmin: true }] });

export async function useHandle(db: SiteHandle<typeof config>): Promise<void> {
  const { data, meta } = await db.entity("event").list({ filter: { price: { $gte: 10 }, "venue.name": "Hall" }, sort: "-price", limit: 5 });
  data[0]?.title.trim();
  meta.total?.toFixed();
  const found = await db.entity("event", { as: "system" }).find("id", { fields: ["title"], resolve: { venue: ["name"] } });
  found?.title.trim();
  await db.entity("venue").create({ name: "Hall" });
  await db.entity("settings").update({ theme: "dark" });
  await db.entity("_user").find("id");
  await db.user.count();
  await db.$queryRaw`select 1`;
  await db.$transaction(async (inner) => inner.entity("venue").delete("id"));

  // @ts-expect-error there is no such entity
  db.entity("evnt");
  // @ts-expect-error it has no such field
  await db.entity("event").list({ filter: { prize: 3 } });
  // @ts-expect-error a number is compared with a number
  await db.entity("event").list({ filter: { price: { $gte: "ten" } } });
  // @ts-expect-error it has no such field
  await db.entity("event").list({ sort: "prize" });
  // @ts-expect-error its name is required
  await db.entity("venue").create({});
  // @ts-expect-error it is none of the options
  await db.entity("event").update("id", { kind: "concerto" });
  // @ts-expect-error this field was not requested
  found?.price.toFixed();
  // @ts-expect-error a global has no list
  await db.entity("settings").list();
}

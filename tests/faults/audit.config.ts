import type { HookContext } from "@colophon/config";

/** Tags whose hook changes another record in the same transaction, and then refuses every third change. */
export default {
  entities: [
    {
      name: "tag",
      fields: [{ name: "label", type: "text", required: true }],
      hooks: {
        async beforeUpdate({ db, data, id }: HookContext) {
          const count = Number(String(data?.["label"]).split(" ")[1]);
          await db.entity("note", { as: "system" }).create({ text: `${id} ${count}` });
          if (count % 3 === 2) throw new Error("refused");
        },
      },
    },
    { name: "note", fields: [{ name: "text", type: "text" }] },
  ],
  roles: [{ name: "admin", isAdmin: true }],
};

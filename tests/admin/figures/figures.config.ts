import bench from "../../bench/bench.config.ts";

const FIELDS = 200;
const MEASURED = new Set(["article", "author", "category"]);

/** The site of the benchmark, here with drafts of articles, an entity with many fields, and one with long texts. */
export default {
  events: false, // tests wait until nothing is being loaded
  entities: [
    ...bench.entities
      .filter(({ name }) => MEASURED.has(name))
      .map((entity) => (entity.name === "article" ? { ...entity, title: "Articles", versions: true } : entity)),
    {
      name: "wide",
      versions: true,
      fields: Array.from({ length: FIELDS }, (_, at) => ({ name: at === 0 ? "title" : `text${at}`, type: "text" })),
    },
    ...["document", "markdown", "blocks"].map((format) => ({
      name: format === "document" ? "essay" : `${format}Essay`,
      versions: true,
      fields: [
        { name: "title", type: "text" },
        { name: "body", type: "richtext", format },
      ],
    })),
  ],
  roles: [{ name: "admin", isAdmin: true }],
};

import { expect, test } from "@jest/globals";
import { toDiagram } from "../graph.ts";

test("the diagram has a box for each entity and an arrow for each relation", () => {
  const diagram = toDiagram({
    entities: [
      {
        name: "article",
        fields: [
          { name: "title", type: "text", required: true },
          { name: "author", type: "relation", to: "author", required: true },
          { name: "tags", type: "relation", to: "tag", many: true },
          { name: "cover", type: "image" },
        ],
      },
    ],
  });

  expect(diagram).toBe(
    [
      "erDiagram",
      '  "article" {',
      '    text title "required"',
      '    relation author "required"',
      "    relation tags",
      "    image cover",
      "  }",
      '  "article" }o--|| "author" : "author"',
      '  "article" }o--o{ "tag" : "tags"',
      '  "article" }o--o| "_image" : "cover"',
    ].join("\n"),
  );
});

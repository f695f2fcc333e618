import { defineConfig } from "colophon/config";

export default defineConfig({
  entities: [
    // { name: "page", versions: true, fields: [{ name: "title", type: "text", required: true }, { name: "body", type: "richtext", format: "document" }] },
  ],
  roles: [
    { name: "admin", title: "Admin", isAdmin: true },
    { name: "visitor", title: "Visitor", public: true },
  ],
});

import { defineConfig } from "vitepress";
import { SIDEBAR } from "./sidebar.ts";

/** The documentation as a site. It is built from these files alone and loads nothing from other hosts. */
export default defineConfig({
  title: "Colophon",
  description: "A content management backend that you run yourself",
  lang: "en",
  appearance: true,
  themeConfig: {
    nav: [
      { text: "Tutorial", link: "/tutorial" },
      { text: "Guides", link: "/guide/modelling" },
      { text: "Operation", link: "/operate/compose" },
      { text: "Reference", link: "/reference/configuration" },
      { text: "Comparison", link: "/comparison" },
    ],
    sidebar: SIDEBAR,
    outline: [2, 3],
    search: { provider: "local" },
    footer: { message: "Released under the MIT License." },
  },
});

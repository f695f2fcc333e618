import type { FieldDefinition, Plugin } from "@colophon/config/define";
import { everyRole, withEntities } from "../configuration.ts";
import { createSitemap } from "./sitemap.ts";

/** Options of the SEO plugin. */
export interface SeoOptions {
  /** The site's URL, with which the sitemap's entries begin: `https://www.example.com`. */
  readonly url: string;
  /** The path of each entity's pages, with its fields in braces: `{ article: "/articles/{slug}" }`. */
  readonly pages: Readonly<Record<string, string>>;
}

const SEO_FIELD: FieldDefinition = {
  name: "seo",
  type: "object",
  title: "Search engines",
  fields: [
    { name: "title", type: "text", maxLength: 70 },
    { name: "description", type: "text", multiline: true, maxLength: 160 },
    { name: "image", type: "image" },
    { name: "noIndex", type: "boolean", default: false, description: "Left out of the sitemap." },
  ],
};

/**
 * Adds the object `seo` to the entities of `pages`, and `GET /api/custom/sitemap`: the URLs of the records that the caller may read, as
 * XML.
 */
export function seo({ url, pages }: SeoOptions): Plugin {
  const site = new URL(url).origin;
  return function seo(config) {
    return {
      ...config,
      entities: withEntities(config, Object.keys(pages), (entity) => ({ ...entity, fields: [...entity.fields, SEO_FIELD] })),
      customRoutes: [...(config.customRoutes ?? []), { name: "sitemap", roles: everyRole(config), handler: createSitemap(site, pages) }],
    };
  };
}

/** What an admin interface is told of the configuration. */
import { z } from "zod";
import { component, noted } from "./registry.ts";
import { FITS, FORMATS } from "./transforms.ts";
import { text } from "./values.ts";

const words = (description: string) => noted(z.looseObject({}), { description });
const filter = noted(z.record(z.string(), z.unknown()), { description: "As in permissions: field, and value or operators." });
const sort = noted(text, { description: "As in lists: `-date,title`." });
const paths = noted(z.array(text), { description: "Fields as lists name them: `title`, `seo.headline`, `author.name`." });

const entityAdmin = component(
  "EntityAdmin",
  z.looseObject({
    icon: text.optional(),
    group: text.optional(),
    summary: z.looseObject({ title: text, subtitle: text.optional(), image: text.optional() }).optional(),
    list: z
      .looseObject({
        columns: paths.optional(),
        sort: sort.optional(),
        filters: paths.optional(),
        views: z.array(z.looseObject({ name: text, filter: filter.optional(), sort: sort.optional() })).optional(),
      })
      .optional(),
    form: z
      .looseObject({ sections: z.array(z.looseObject({ title: text, fields: paths })).optional(), aside: paths.optional() })
      .optional(),
    preview: noted(text.optional(), { description: "A path with names of fields in braces." }),
    bulkActions: z.array(z.union([text, z.looseObject({ title: text, route: text })])).optional(),
  }),
  { description: "As configured, without what the role may not read; words that this service doesn't know are passed on." },
);

const can = component(
  "EntityCan",
  z.object({ create: z.boolean(), update: z.boolean(), delete: z.boolean(), publish: z.boolean(), drafts: z.boolean() }),
  { description: "What the role may do with some record of the entity; row filters say with which. `drafts`: read them." },
);

const entity = component(
  "EntityConfig",
  z.object({
    name: text,
    title: text.nullable(),
    description: text.nullable(),
    translatable: z.boolean(),
    global: z.boolean(),
    versions: z.union([z.boolean(), z.object({ limit: z.int().optional() })]),
    unique: noted(z.array(z.array(text)), {
      description: "Fields whose values no two records share together, where the role may read them all.",
    }),
    trash: noted(z.union([z.boolean(), z.object({ days: z.int().optional() })]), {
      description: "Deleted records go into the trash; after so many days, or 30, they are removed.",
    }),
    fields: noted(z.array(z.looseObject({ name: text, type: text })), {
      description: "Those that the role may read, as configured; `admin.condition` only where it may read all that it names.",
    }),
    can,
    admin: entityAdmin,
  }),
);

const siteAdmin = z.looseObject({
  title: text.optional(),
  logo: text.optional(),
  accent: text.optional(),
  sidebar: noted(z.array(z.union([text, z.looseObject({})])).optional(), {
    description: "Names of entities, `{ group, items }` and `{ title, href }`.",
  }),
  dashboard: z.array(z.looseObject({ type: text })).optional(),
});

const role = z.object({
  name: text,
  isAdmin: z.boolean(),
  public: z.boolean(),
  permissions: noted(z.record(text, z.record(text, z.unknown())).optional(), {
    description: "Told to admins: as configured, by entity and operation. A filter by what nobody sees is null. Admins may do everything.",
  }),
});
const side = z.int().optional();
const imageSize = component(
  "ImageSize",
  z.object({ w: side, h: side, fit: z.enum(FITS).optional(), format: z.enum([...FORMATS, "auto"]).optional(), q: side }),
  { description: "Parameters of an image's address." },
);
const images = z.object({
  thumbnail: noted(imageSize, { description: "Served whatever `storage.transforms` says." }),
  preview: noted(imageSize, { description: "The same, for one image at a time." }),
  crops: noted(z.array(imageSize), { description: "The configured sizes that cut images at their focal point." }),
});

/** The answer of `GET /api/admin/config`. */
export const adminConfig = component(
  "AdminConfig",
  z.object({
    title: text.nullable(),
    logo: text.nullable(),
    locales: z.array(text),
    defaultLocale: text,
    entities: z.array(entity),
    builtIns: z.array(entity),
    roles: z.array(role),
    permissions: words("By entity and operation: true, false, or what is left out of it."),
    images,
    admin: noted(z.union([z.literal(false), siteAdmin]), { description: "False where the configuration wants no admin page." }),
    openapi: z.boolean(),
  }),
);

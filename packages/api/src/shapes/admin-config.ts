/** The configuration for an admin interface. */
import { z } from "zod";
import { component, noted, text } from "./registry.ts";
import { caller } from "./sign-in.ts";
import { FITS, FORMATS } from "./transforms.ts";

const words = (description: string) => noted(z.looseObject({}), { description });
const filter = noted(z.record(z.string(), z.unknown()), { description: "A filter as in permissions: fields with values or operators." });
const sort = noted(text, { description: "As in lists: `-date,title`." });
const paths = noted(z.array(text), { description: "Fields as in lists: `title`, `seo.headline`, `author.name`." });

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
    preview: noted(text.optional(), { description: "A path with field names in braces." }),
    bulkActions: z.array(z.union([text, z.looseObject({ title: text, route: text })])).optional(),
  }),
  { description: "The configured options, without the fields that the role may not read. Unknown options are included." },
);

const can = component(
  "EntityCan",
  z.object({ create: z.boolean(), update: z.boolean(), delete: z.boolean(), publish: z.boolean(), drafts: z.boolean() }),
  {
    description:
      "The operations that the role may do with some records of the entity; row filters restrict the records. `drafts`: the role may read drafts.",
  },
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
      description: "Lists of fields that are unique together, if the role may read all of them.",
    }),
    trash: noted(z.union([z.boolean(), z.object({ days: z.int().optional() })]), {
      description: "Deleted records move to the trash. After this number of days (default 30), they are deleted permanently.",
    }),
    fields: noted(z.array(z.looseObject({ name: text, type: text })), {
      description: "The configured fields that the role may read. `admin.condition` is present if the role may read all fields in it.",
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
    description:
      "For admins only: the configured permissions, by entity and operation. A filter on hidden fields is null. Admins have all permissions.",
  }),
});
const side = z.int().optional();
const imageSize = component(
  "ImageSize",
  z.object({ w: side, h: side, fit: z.enum(FITS).optional(), format: z.enum([...FORMATS, "auto"]).optional(), q: side }),
  { description: "Parameters of an image's address." },
);
const images = z.object({
  thumbnail: noted(imageSize, { description: "Always served, also where only the named sizes are." }),
  preview: noted(imageSize, { description: "The same, for a single image." }),
  crops: noted(z.array(imageSize), { description: "The configured sizes that crop images at their focal point." }),
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
    permissions: words("By entity and operation: true, false, or the excluded fields."),
    images,
    admin: noted(z.union([z.literal(false), siteAdmin]), { description: "False if the configuration disables the admin page." }),
    openapi: z.boolean(),
    events: noted(z.boolean(), { description: "Whether there is an event stream." }),
    webhooks: noted(z.boolean(), { description: "Whether there are webhooks. False for roles that are no admins." }),
    jobs: noted(z.boolean(), { description: "Whether there are jobs of the project. False for roles that are no admins." }),
    audit: noted(z.boolean(), { description: "Whether the site has an audit log." }),
    caller,
  }),
);

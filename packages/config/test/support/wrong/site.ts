import { site, type Mistake } from "../site.ts";

/** Mistakes in locales, cors, storage, custom routes and the top level. */
export const SITE_MISTAKES: readonly Mistake[] = [
  ["no configuration at all", undefined, "", "Add the configuration, an object."],
  ["an array", [], "", "Make this the configuration, an object, instead of an array."],
  [
    "an unknown option at the top",
    site({ enitities: [] }),
    "enitities",
    'Write "entities" instead of "enitities": the configuration has no option "enitities".',
  ],
  [
    "an unknown option like no other",
    site({ themes: [] }),
    "themes",
    'Remove "themes": the configuration has no such option, only plugins, locales, defaultLocale, cors, cache, storage, entities, roles, admin, customRoutes, webhooks, jobs, events, audit, openapi.',
  ],
  ["audit that is no object", site({ audit: true }), "audit", "Remove this: changes are logged unless audit is false."],
  ["an audit log without days", site({ audit: { days: 0 } }), "audit.days", "Use 1 or more instead of 0."],
  ["an audit log of part of a day", site({ audit: { days: 1.5 } }), "audit.days", "Make this a whole number instead of 1.5."],
  ["a misspelt option of audit", site({ audit: { day: 30 } }), "audit.day", 'Write "days" instead of "day": audit has no option "day".'],
  ["no entities", site({ entities: undefined }), "entities", "Add this: it must be an array."],
  ["no roles", site({ roles: undefined }), "roles", "Add this: it must be an array."],
  ["entities that are no array", site({ entities: {} }), "entities", "Make this an array instead of an object."],
  ["openapi that is no boolean", site({ openapi: "yes" }), "openapi", 'Make this true or false instead of "yes".'],
  ["an admin that is no object", site({ admin: true }), "admin", "Make admin an object, or false."],
  [
    "an admin that JSON can't hold",
    site({ admin: { limit: 10n } }),
    "admin",
    "Remove BigInts and circular references from admin: it is sent as JSON.",
  ],
  [
    "a time of caches that is no number",
    site({ cache: { public: { maxAge: "1h" } } }),
    "cache.public.maxAge",
    'Make this a number instead of "1h".',
  ],
  ["a time of caches below zero", site({ cache: { public: { maxAge: -1 } } }), "cache.public.maxAge", "Use 0 or more instead of -1."],
  ["public caches without a time", site({ cache: { public: {} } }), "cache.public.maxAge", "Add this: it must be a number."],
  [
    "an unknown option of caches",
    site({ cache: { private: true } }),
    "cache.private",
    'Remove "private": cache has no such option, only public.',
  ],
  ["no locale in the list", site({ locales: [] }), "locales", "List at least 1 here."],
  ["a locale that is no tag", site({ locales: ["en", "en_US"] }), "locales[1]", 'Use a BCP 47 tag such as en or pt-BR instead of "en_US".'],
  ["a locale that is no text", site({ locales: ["en", 7] }), "locales[1]", "Make this a text instead of 7."],
  ["a locale listed twice", site({ locales: ["en", "de", "en"] }), "locales[2]", 'Remove this locale: "en" is listed already.'],
  [
    "two locales that differ in case",
    site({ locales: ["pt-BR", "pt-br"] }),
    "locales[1]",
    'Remove this locale: "pt-br" is the same as "pt-BR".',
  ],
  [
    "a default locale outside the locales",
    site({ locales: ["en", "de"], defaultLocale: "fr" }),
    "defaultLocale",
    'Use "en" or "de", or add "fr" to locales.',
  ],
  ["a default locale without locales", site({ defaultLocale: "de" }), "defaultLocale", 'Use "en", or add "de" to locales.'],
  ...["https://*.com", "https://*.co.uk", "https://*.github.io", "http://*.localhost"].map((origin): Mistake => {
    const { hostname } = new URL(origin.replace("*.", ""));
    const sentence = `Use your own domain instead of "${origin}": anyone can create a site below ${hostname}.`;
    return [`a wildcard below the public suffix ${hostname}`, site({ cors: { origins: [origin] } }), "cors.origins[0]", sentence];
  }),
  ...["https://*.a*.example.com", "https://*.example.com/", "https://*.*.example.com", "ftp://*.example.com", "https://*."].map(
    (origin): Mistake => [
      `${origin} as an origin`,
      site({ cors: { origins: [origin] } }),
      "cors.origins[0]",
      `Use a wildcard such as https://*.example.com instead of "${origin}".`,
    ],
  ),
  ["cors without origins", site({ cors: {} }), "cors.origins", "Add this: it must be an array."],
  [
    "an origin with a path",
    site({ cors: { origins: ["https://example.com/"] } }),
    "cors.origins[0]",
    'Use "https://example.com" instead of "https://example.com/": scheme, host and port as a browser sends them, nothing else.',
  ],
  [
    "any origin",
    site({ cors: { origins: ["*"] } }),
    "cors.origins[0]",
    'Use an exact origin such as https://www.example.com instead of "*": scheme, host and port as a browser sends them, nothing else.',
  ],
  [
    "the null origin",
    site({ cors: { origins: ["null"] } }),
    "cors.origins[0]",
    'Use an exact origin such as https://www.example.com instead of "null": scheme, host and port as a browser sends them, nothing else.',
  ],
  [
    "an origin with stars",
    site({ cors: { origins: ["https://www.*.com"] } }),
    "cors.origins[0]",
    'Use an exact origin such as https://www.example.com instead of "https://www.*.com": scheme, host and port as a browser sends them, nothing else.',
  ],
  [
    "an unknown cors option",
    site({ cors: { origins: [], credentials: true } }),
    "cors.credentials",
    'Remove "credentials": cors has no such option, only origins.',
  ],
  ["an unknown storage adapter", site({ storage: { adapter: "ftp" } }), "storage.adapter", 'Use "local" or "s3" instead of "ftp".'],
  ["storage as a text", site({ storage: "local" }), "storage", 'Write { adapter: "local" } or { adapter: "s3", … } instead of "local".'],
  [
    "s3 without a bucket",
    site({ storage: { adapter: "s3", region: "eu", accessKeyId: "a", secretAccessKey: "b" } }),
    "storage.bucket",
    "Add this: it must be a text.",
  ],
  [
    "s3 with an empty secret",
    site({ storage: { adapter: "s3", bucket: "b", region: "eu", accessKeyId: "a", secretAccessKey: "" } }),
    "storage.secretAccessKey",
    "Add a value: it must not be empty.",
  ],
  [
    "an s3 endpoint that is no URL",
    site({ storage: { adapter: "s3", bucket: "b", region: "eu", accessKeyId: "a", secretAccessKey: "b", endpoint: "minio:9000" } }),
    "storage.endpoint",
    "Write endpoint as a URL such as https://s3.example.com.",
  ],
  [
    "a local storage with an s3 option",
    site({ storage: { adapter: "local", bucket: "b" } }),
    "storage.bucket",
    'Remove "bucket": storage with the adapter local has no such option, only adapter, path, derivatives, transforms, publicUrl, signedUrlMinutes.',
  ],
  [
    "a derivative wider than images may be",
    site({ storage: { adapter: "local", derivatives: [{ w: 5000 }] } }),
    "storage.derivatives[0].w",
    "Use 4096 or less instead of 5000.",
  ],
  [
    "a derivative of an unknown format",
    site({ storage: { adapter: "local", derivatives: [{ w: 1, format: "jpg" }] } }),
    "storage.derivatives[0].format",
    'Use "webp", "avif", "jpeg", "png" or "auto" instead of "jpg".',
  ],
  [
    "a derivative with an unknown parameter",
    site({ storage: { adapter: "local", derivatives: [{ width: 100 }] } }),
    "storage.derivatives[0].width",
    'Remove "width": a derivative has no such option, only w, h, fit, format, q, fp.',
  ],
  [
    "an empty derivative",
    site({ storage: { adapter: "local", derivatives: [{}] } }),
    "storage.derivatives[0]",
    'Say what to make, such as { w: 800, format: "webp" }.',
  ],
  [
    "a derivative listed twice",
    site({
      storage: {
        adapter: "local",
        derivatives: [
          { w: 1, h: 2 },
          { h: 2, w: 1 },
        ],
      },
    }),
    "storage.derivatives[1]",
    "Remove this derivative: storage.derivatives[0] is the same.",
  ],
  [
    "a quality of zero",
    site({ storage: { adapter: "local", derivatives: [{ w: 1, q: 0 }] } }),
    "storage.derivatives[0].q",
    "Use 1 or more instead of 0.",
  ],
  [
    "transforms of an unknown kind",
    site({ storage: { adapter: "local", derivatives: [{ w: 1 }], transforms: "all" } }),
    "storage.transforms",
    'Use "any" or "named" instead of "all".',
  ],
  [
    "only named transforms without a name",
    site({ storage: { adapter: "local", transforms: "named" } }),
    "storage.transforms",
    "Name at least one size in storage.derivatives, or leave transforms out.",
  ],
  ...["cdn.example.com", "ftp://cdn.example.com", "https://cdn.example.com?a", "https://user@cdn.example.com", "//cdn.example.com"].map(
    (publicUrl): Mistake => [
      `the public URL ${publicUrl}`,
      site({ storage: { adapter: "local", publicUrl } }),
      "storage.publicUrl",
      "Write publicUrl as the address of the CDN alone, such as https://cdn.example.com.",
    ],
  ),
  [
    "signed URLs without a public one",
    site({ storage: { adapter: "local", signedUrlMinutes: 5 } }),
    "storage.signedUrlMinutes",
    "Set publicUrl too, or leave signedUrlMinutes out: only URLs behind it are signed.",
  ],
  [
    "signed URLs of more than a week",
    site({ storage: { adapter: "local", publicUrl: "https://cdn.example.com", signedUrlMinutes: 10_081 } }),
    "storage.signedUrlMinutes",
    "Use 10080 or less instead of 10081.",
  ],
  ["a route without a handler", site({ customRoutes: [{ name: "ping" }] }), "customRoutes[0].handler", "Make handler a function."],
  [
    "a route whose handler is no function",
    site({ customRoutes: [{ name: "ping", handler: "pong" }] }),
    "customRoutes[0].handler",
    "Make handler a function.",
  ],
  [
    "a route name in capitals",
    site({ customRoutes: [{ name: "Ping", handler: () => null }] }),
    "customRoutes[0].name",
    'Rename the route "Ping": use lower-case letters, digits and -.',
  ],
  [
    "an unknown route method",
    site({ customRoutes: [{ name: "ping", method: "get", handler: () => null }] }),
    "customRoutes[0].method",
    'Use "GET", "POST", "PUT", "PATCH" or "DELETE" instead of "get".',
  ],
  [
    "a route for a missing role",
    site({ customRoutes: [{ name: "ping", roles: ["admn"], handler: () => null }] }),
    "customRoutes[0].roles[0]",
    'Write "admin" instead of "admn": there is no such role.',
  ],
  [
    "two routes of one name and method",
    site({
      customRoutes: [
        { name: "ping", handler: () => null },
        { name: "ping", method: "GET", handler: () => null },
      ],
    }),
    "customRoutes[1].name",
    "Rename this route or change its method: customRoutes[0] is GET ping too.",
  ],
  [
    "an unknown route option",
    site({ customRoutes: [{ name: "ping", handler: () => null, path: "/ping" }] }),
    "customRoutes[0].path",
    'Remove "path": a custom route has no such option, only name, method, roles, handler.',
  ],
];

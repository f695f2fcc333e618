import { site, type Mistake } from "../site.ts";

const SECRET = Buffer.alloc(32, 7).toString("base64");
const VALID = { name: "site", url: "https://www.example.com/events", events: ["article.published"], secret: SECRET, role: "admin" };
const withWebhook = (...webhooks: readonly object[]) => site({ webhooks: webhooks.map((webhook) => ({ ...VALID, ...webhook })) });
const at = (key: string) => `webhooks[0].${key}`;

/** Mistakes in webhooks. */
export const WEBHOOK_MISTAKES: readonly Mistake[] = [
  [
    "a misspelt event",
    withWebhook({ events: ["article.*", "article.publised"] }),
    at("events[1]"),
    'Write "article.published" instead of "article.publised": there is no such event.',
  ],
  [
    "an event like no other",
    withWebhook({ events: ["article.exploded"] }),
    at("events[0]"),
    'Use one of the events "published", "updated", "unpublished", "deleted", "draft" or "*" after the dot: there is no "exploded".',
  ],
  [
    "an event without an entity",
    withWebhook({ events: ["published"] }),
    at("events[0]"),
    'Use an entity and an event such as "article.published" or "article.*" instead of "published".',
  ],
  [
    "an event of an unknown entity",
    withWebhook({ events: ["artikle.published"] }),
    at("events[0]"),
    'Write "article" instead of "artikle": there is no such entity.',
  ],
  ["a webhook without events", withWebhook({ events: [] }), at("events"), "List at least 1 here."],
  [
    "a webhook for an unknown entity",
    withWebhook({ entities: ["articel"] }),
    at("entities[0]"),
    'Write "article" instead of "articel": there is no such entity.',
  ],
  [
    "a webhook's URL without https",
    withWebhook({ url: "http://www.example.com/events" }),
    at("url"),
    "Use https:, or add allowPrivate: true if this server is in your own network.",
  ],
  [
    "a webhook's URL that is none",
    withWebhook({ url: "www.example.com" }),
    at("url"),
    'Use a URL such as https://www.example.com/events instead of "www.example.com".',
  ],
  ["a webhook without a URL", withWebhook({ url: undefined }), at("url"), "Add this: it must be a text."],
  [
    "a webhook's URL with a fragment",
    withWebhook({ url: "https://www.example.com/#top" }),
    at("url"),
    'Remove "#top" from this URL: it is not sent.',
  ],
  [
    "a webhook's URL with a user name",
    withWebhook({ url: "https://me@www.example.com/" }),
    at("url"),
    "Remove the user name and the password from this URL: the signature shows who sends.",
  ],
  [
    "a webhook's URL with a password",
    withWebhook({ url: "https://me:secret@www.example.com/" }),
    at("url"),
    "Remove the user name and the password from this URL: the signature shows who sends.",
  ],
  [
    "a short secret",
    withWebhook({ secret: Buffer.alloc(23, 7).toString("base64") }),
    at("secret"),
    "Use a secret of at least 24 random bytes instead of 23: `openssl rand -base64 32` prints one.",
  ],
  [
    "a secret that is no base64",
    withWebhook({ secret: [SECRET, "a very secret sentence"] }),
    at("secret[1]"),
    "Use base64 for this secret, such as the output of `openssl rand -base64 32`.",
  ],
  ["three secrets", withWebhook({ secret: [SECRET, SECRET, SECRET] }), at("secret"), "Use one secret, or a list of two."],
  [
    "a webhook with an unknown role",
    withWebhook({ role: "admim" }),
    at("role"),
    'Write "admin" instead of "admim": there is no such role.',
  ],
  [
    "a webhook without a role on a site without a public one",
    withWebhook({ role: undefined }),
    at("role"),
    'Name one of the roles "admin": without a public role, a webhook needs one that says what it may read.',
  ],
  [
    "a webhook whose name is no name",
    withWebhook({ name: "My site" }),
    at("name"),
    'Rename the webhook "My site": use lower-case letters, digits and -, at most 48 characters.',
  ],
  [
    "an unknown option of a webhook",
    withWebhook({ allowprivate: true }),
    at("allowprivate"),
    'Write "allowPrivate" instead of "allowprivate": a webhook has no option "allowprivate".',
  ],
];

/** A webhook with a mistake in each option, and a second one with the first one's name. */
export const WRONG_WEBHOOKS = withWebhook(
  { url: "http://www.example.com/", events: ["article.gone"], secret: "c2hvcnQ=", role: "nobody" },
  { name: "site" },
);

import { isPlainObject } from "@colophon/model";
import * as z from "zod";
import { WEBHOOK_EVENTS } from "../define.ts";
import { formatValue, nearest, quoteList } from "../messages.ts";
import type { IssuePath } from "../problems.ts";
import { readShape } from "../shape.ts";
import { checkEntity, type Catalog } from "./catalog.ts";
import { checkDistinct, checkKnownRole } from "./names.ts";
import { nameOf } from "./read-fields.ts";

const MIN_SECRET_BYTES = 24;
const NAME = /^[a-z0-9-]{1,48}$/;
const WEBHOOK_SHAPE = z.strictObject({
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()).min(1),
  secret: z.union([z.string(), z.array(z.string()).min(1).max(2)], "Use one secret, or a list of two.").optional(),
  entities: z.array(z.string()).min(1).optional(),
  role: z.string().optional(),
  include: z.literal("record").optional(),
  allowPrivate: z.boolean().optional(),
});

interface Site {
  readonly catalog: Catalog;
  /** The names of the roles; null if they could not be read. */
  readonly roles: ReadonlySet<string> | null;
  readonly hasPublicRole: boolean;
}

/** The webhooks: names, addresses, events, secrets, and that their entities and roles exist. */
export function checkWebhooks(list: readonly unknown[], issuePath: IssuePath, site: Site): void {
  for (const [index, input] of list.entries()) checkWebhook(input, issuePath.at(index), site);
  checkDistinct(
    list.map((input, index) => ({ name: nameOf(input), issuePath: issuePath.at(index) })),
    "webhook",
  );
}

function checkWebhook(input: unknown, issuePath: IssuePath, { catalog, roles, hasPublicRole }: Site): void {
  const read = readShape(WEBHOOK_SHAPE, input, issuePath, "a webhook");
  const name = nameOf(input);
  if (name !== null && !NAME.test(name))
    issuePath.at("name").report(`Rename the webhook ${formatValue(name)}: use lower-case letters, digits and -, at most 48 characters.`);
  if (read?.url !== undefined) checkUrl(read.url, read.allowPrivate === true, issuePath.at("url"));
  for (const [index, event] of (read?.events ?? []).entries()) checkEvent(event, issuePath.at("events", index), catalog);
  for (const [index, entity] of (read?.entities ?? []).entries()) checkEntity(entity, issuePath.at("entities", index), catalog);
  if (read?.secret !== undefined) checkSecrets(read.secret, issuePath.at("secret"));
  if (read?.role !== undefined && roles !== null) checkKnownRole(read.role, issuePath.at("role"), roles);
  if (isPlainObject(input) && input["role"] === undefined && roles !== null && !hasPublicRole)
    issuePath
      .at("role")
      .report(`Name one of the roles ${quoteList([...roles])}: without a public role, a webhook needs one that says what it may read.`);
}

function checkUrl(text: string, allowPrivate: boolean, issuePath: IssuePath): void {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    return issuePath.report(`Use a URL such as https://www.example.com/events instead of ${formatValue(text)}.`);
  if (url.username !== "" || url.password !== "")
    issuePath.report("Remove the user name and the password from this URL: the signature shows who sends.");
  if (url.hash !== "") issuePath.report(`Remove "${url.hash}" from this URL: it is not sent.`);
  if (url.protocol === "http:" && !allowPrivate)
    issuePath.report("Use https:, or add allowPrivate: true if this server is in your own network.");
}

function checkEvent(text: string, issuePath: IssuePath, catalog: Catalog): void {
  if (text === "*") return;
  const [entity = "", event, ...rest] = text.split(".");
  if (event === undefined || rest.length > 0)
    return issuePath.report(`Use an entity and an event such as "article.published" or "article.*" instead of ${formatValue(text)}.`);
  if (entity !== "*") checkEntity(entity, issuePath, catalog);
  if (event === "*" || WEBHOOK_EVENTS.some((known) => known === event)) return;
  const suggestion = nearest(event, WEBHOOK_EVENTS);
  issuePath.report(
    suggestion === undefined
      ? `Use one of the events ${quoteList([...WEBHOOK_EVENTS, "*"])} after the dot: there is no "${event}".`
      : `Write "${entity}.${suggestion}" instead of "${text}": there is no such event.`,
  );
}

/** A process that sends nothing doesn't need a secret: an empty one is reported by the worker. */
function checkSecrets(given: string | readonly string[], issuePath: IssuePath): void {
  const isList = typeof given !== "string";
  for (const [index, secret] of (isList ? given : [given]).entries()) {
    const at = isList ? issuePath.at(index) : issuePath;
    const bytes = secretBytes(secret);
    if (secret === "") continue;
    if (bytes === null) at.report("Use base64 for this secret, such as the output of `openssl rand -base64 32`.");
    else if (bytes.length < MIN_SECRET_BYTES)
      at.report(
        `Use a secret of at least ${MIN_SECRET_BYTES} random bytes instead of ${bytes.length}: \`openssl rand -base64 32\` prints one.`,
      );
  }
}

const PREFIX = "whsec_";
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The bytes of a webhook's secret, in the form of Standard Webhooks: base64, with or without `whsec_`. Null if it is no base64. */
export function secretBytes(secret: string): Buffer | null {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  return BASE64.test(text) ? Buffer.from(text, "base64") : null;
}

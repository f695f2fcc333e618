import { createApiKeys, type ApiKeys } from "@colophon/database";
import type { ApiKey } from "@colophon/api";
import { parseKeyRequest } from "@colophon/api";
import { renewEpoch } from "@colophon/runtime";
import { Refusal, STATUS } from "./failures.ts";
import { withRedis, withSite, type CommandContext } from "./site.ts";
import { print, printMessage } from "./terminal.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const UNITS_MS: Readonly<Record<string, number>> = { h: DAY_MS / 24, d: DAY_MS, w: 7 * DAY_MS };

/** `cms keys create`: prints only the key to stdout, so that it can be piped; it is never shown again. */
export async function createKey(
  context: CommandContext,
  {
    name,
    role,
    expires,
    rateLimit,
  }: { readonly name: string; readonly role: string; readonly expires?: string; readonly rateLimit?: string },
): Promise<number> {
  await withSite(context, async ({ schema, database }) => {
    const expiresAt = expires === undefined ? null : momentOf(expires, new Date());
    const form = { name, role, expiresAt, rateLimitPerMinute: rateLimit === undefined ? null : Number(rateLimit) };
    const made = await createApiKeys({ db: database }).create(parseKeyRequest(form, new Set(schema.roles.keys())), null);
    print(context.terminal, made.key);
    printMessage(
      context.terminal,
      `The key ${made.name} has the role ${made.role} and ${made.expiresAt === null ? "never expires" : `expires at ${made.expiresAt}`}. Store it: it is not shown again.`,
    );
  });
  return STATUS.done;
}

/** A time as it was written, or relative to now: `12h`, `90d`, `4w`. */
export function momentOf(text: string, now: Date): string {
  const [, count = "", unit = ""] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  return unitMs === undefined ? text : new Date(now.getTime() + Number(count) * unitMs).toISOString();
}

/** `cms keys list`: every key, newest first, one per line, with tabs between the columns. */
export async function listKeys(context: CommandContext): Promise<number> {
  const { terminal } = context;
  const keys = await withSite(context, ({ database }) => createApiKeys({ db: database }).list());
  if (keys.length === 0) printMessage(terminal, "There are no keys.");
  else printMessage(terminal, ["ID", "PREFIX", "ROLE", "EXPIRES", "LAST USED", "NAME"].join("\t"));
  for (const key of keys) {
    const { id, keyPrefix, role, name, expiresAt, lastUsedAt } = key;
    print(terminal, [id, keyPrefix, role, expiresAt ?? "never", lastUsedAt ?? "never", name].join("\t"));
  }
  return STATUS.done;
}

/** `cms keys revoke`: ends a key, everywhere within a second. @throws Refusal if no key or more than one matches */
export async function revokeKey(context: CommandContext, which: string): Promise<number> {
  return withSite(context, ({ database, redis: settings, command }) =>
    withRedis(settings, async (redis) => {
      const apiKeys = createApiKeys({ db: database });
      const { id, keyPrefix, name } = await theKey(apiKeys, which, command);
      await apiKeys.revoke(id);
      const isRevoked = await renewEpoch(redis).then(
        () => true,
        () => false,
      );
      printMessage(context.terminal, `The key ${keyPrefix}… (${name}) is revoked.`);
      if (isRevoked) return STATUS.done;
      printMessage(context.terminal, "Redis does not answer: gateways can accept the key for up to a minute. Check REDIS_URL.");
      return STATUS.lacking;
    }),
  );
}

/** The one key with that id, or with that beginning of its prefix; a whole key can be given too. */
async function theKey(apiKeys: ApiKeys, which: string, command: string): Promise<ApiKey> {
  const matches = ({ id, keyPrefix }: ApiKey) =>
    id === which.toLowerCase() ||
    (which.startsWith("cms_") && which.length > 4 && (keyPrefix.startsWith(which) || which.startsWith(keyPrefix)));
  const matching = (await apiKeys.list()).filter(matches);
  const [key] = matching;
  if (!key) throw new Refusal(`There is no key ${which}. To see all ids and prefixes, run: ${command} keys list`);
  if (matching.length > 1) throw new Refusal(`${matching.length} keys begin with ${which}: use the id of one.`);
  return key;
}

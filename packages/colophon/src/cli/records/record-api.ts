import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ENV, readEnv } from "@colophon/config";
import { createApiKeys } from "@colophon/database";
import type { Schema } from "@colophon/engine";
import { AppError, type ErrorBody } from "@colophon/model/errors";
import { renewEpoch } from "@colophon/runtime";
import { Refusal } from "../failures.ts";
import { readConfig, withRedis, withSite, type CommandContext, type Site } from "../site.ts";

/** The API of a running site, with an API key. */
export interface RecordApi {
  /** The body of an answer. @throws AppError, as the API answered it */
  get(path: string): Promise<Answer>;
  send(method: "POST" | "PUT", path: string, body: unknown): Promise<Answer>;
  /** Uploads a file; one with the same bytes is not stored again. */
  upload(file: string, alt: string | null): Promise<Answer>;
}

export interface Answer {
  readonly data: unknown;
  readonly meta?: { readonly nextCursor?: string | null };
}

const KEY_LIFE_MS = 24 * 60 * 60 * 1_000;
const KEY_REQUESTS_PER_MINUTE = 1_000_000;
const TRIES = 10;
const PAUSE_MS = 1_000;
const CALL_MS = 30_000;

/**
 * Runs `work` with the API of the site. Without `CMS_API_KEY` it uses a key of its own with an admin's role, which ends with the command.
 */
export async function withRecordApi<T>(
  context: CommandContext,
  given: string | undefined,
  work: (api: RecordApi, schema: Schema) => Promise<T>,
): Promise<T> {
  const { CMS_API_KEY: key, CMS_PUBLIC_URL: publicUrl } = readEnv(context.variables, ["CMS_API_KEY", "CMS_PUBLIC_URL"]);
  const otherwise = publicUrl ?? `http://localhost:${ENV.PORT.default}`;
  if (key !== undefined) {
    const { schema } = await readConfig(context);
    return work(createRecordApi({ url: given ?? otherwise, key, signal: context.signal }), schema);
  }
  return withSite(context, (site) =>
    withOwnKey(site, (own) =>
      work(createRecordApi({ url: given ?? site.url ?? otherwise, key: own, signal: context.signal }), site.schema),
    ),
  );
}

async function withOwnKey<T>({ schema, database, redis }: Site, work: (key: string) => Promise<T>): Promise<T> {
  const keys = createApiKeys({ db: database });
  const role = [...schema.roles.values()].find(({ isAdmin }) => isAdmin)?.name ?? "";
  const expiresAt = new Date(Date.now() + KEY_LIFE_MS).toISOString();
  const form = { name: "cms records", role, expiresAt, rateLimitPerMinute: KEY_REQUESTS_PER_MINUTE };
  const { id, key } = await keys.create(form, null);
  try {
    return await work(key);
  } finally {
    await keys.revoke(id);
    if (redis) await withRedis(redis, renewEpoch).catch(() => undefined); // else gateways notice it within a minute
  }
}

function createRecordApi({ url, key, signal }: { readonly url: string; readonly key: string; readonly signal: AbortSignal }): RecordApi {
  /** A request whose answer was lost is repeated with the same Idempotency-Key: nothing is written twice. */
  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) headers["content-type"] = "application/json";
    if (method === "POST" && !isForm) headers["idempotency-key"] = randomUUID();
    const init = { method, headers, ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }) };
    for (let left = TRIES; ; left -= 1) {
      const until = AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]);
      const answer = await fetch(new URL(path, url), { ...init, signal: until }).catch((error: unknown) => {
        if (signal.aborted) throw error;
        return null;
      });
      const isBusy = answer === null || answer.status === 429 || answer.status === 503;
      if (answer && (!isBusy || left === 1)) return bodyOf(answer);
      if (left === 1) throw new Refusal(`The site does not answer at ${url}. Start it, or name its address with --url.`);
      await sleep(Number(answer?.headers.get("retry-after") ?? 0) * 1_000 || PAUSE_MS, undefined, { signal });
    }
  }

  async function upload(file: string, alt: string | null): Promise<Answer> {
    const form = new FormData();
    if (alt !== null) form.set("alt", alt);
    form.set("file", await openAsBlob(file), basename(file));
    return call("POST", "/api/assets/upload", form);
  }

  return { get: (path) => call("GET", path), send: call, upload };
}

async function bodyOf(answer: Response): Promise<Answer> {
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text) as Answer;
  const { error } = parsed(text);
  const code = error?.code as AppError["code"] | undefined;
  if (!error || code === undefined) throw new Refusal(`The site answered ${answer.status}, not as its API does. Check the address.`);
  if (answer.status === 401) throw new Refusal(`The site refuses the API key: ${error.message}. Check that it is the same site.`);
  throw new AppError(code, error.message, error.details ? { details: error.details } : {});
}

function parsed(text: string): Partial<ErrorBody> {
  try {
    return JSON.parse(text) as Partial<ErrorBody>;
  } catch {
    return {};
  }
}

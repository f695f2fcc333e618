/** The asset service and its worker over HTTP, on a real PostgreSQL and Redis, with a gateway's signature. */
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  assetUrlOptions,
  onlySizesOf,
  validateConfig,
  type ConfigDefinition,
  type DerivativeDefinition,
  type RoleDefinition,
} from "@colophon/config";
import { assetUrlsOf } from "@colophon/runtime/credentials";
import {
  createAssetTable,
  applySchema,
  createDatabase,
  migrate,
  newId,
  refusalNotes,
  type Row,
  DERIVATIVES_CHANNEL,
} from "@colophon/database";
import { acceptedRow, bind, compile, compileSchema, createEngine, tableChanges, withAssetUrls, type WriteRow } from "@colophon/engine";
import { createDirectQueue, startJobs } from "@colophon/jobs";
import { createLimiter, createRedis, createSigner, createVerifier, listen, type Identity } from "@colophon/runtime";
import { startPostgres } from "../../../../tests/support/servers/postgres.ts";
import { startRedis } from "../../../../tests/support/servers/redis.ts";
import { createTestLog } from "../../../../tests/support/test-log.ts";
import { TEST_LIMITS } from "../../../../tests/support/database/test-limits.ts";
import { createAccess } from "../../src/access.ts";
import { createAssetApp } from "../../src/app.ts";
import { createReportMissing } from "../../src/missing-file.ts";
import { createDerivativeRows, MAX_WAITING } from "../../src/derivatives/derivative-rows.ts";
import { createDerivatives } from "../../src/derivatives/derivatives.service.ts";
import { createImagePool, type ImagePoolOptions } from "../../src/images/pool.ts";
import type { ImageTask } from "../../src/images/tasks.ts";
import { createDirect } from "../../src/direct/direct.service.ts";
import { deriveJob } from "../../src/jobs.ts";
import { createMediaReader, type MediaReaderOptions } from "../../src/media/reader.ts";
import { createLocalStorage, type Storage } from "@colophon/storage";
import { createNewDerivatives } from "../../src/derivatives/new-derivatives.ts";
import { createDerivativeReader } from "../../src/serving/derivative-reader.ts";
import { createFileDepends } from "../../src/serving/file-depends.ts";
import { createReadableAssets } from "../../src/serving/readable-assets.ts";
import { createServedTimes } from "../../src/derivatives/served-times.ts";
import { createNamedKeys } from "../../src/images/transforms.ts";
import { createUploads } from "../../src/upload/upload.service.ts";
import { backgroundJobs } from "../../src/background-jobs.ts";

export const ROLES: readonly RoleDefinition[] = [
  { name: "admin", isAdmin: true },
  { name: "editor", permissions: { _image: all(), _video: all(), _file: all() } },
  { name: "dropper", permissions: { _image: { create: true }, _file: { create: true } } },
  {
    name: "smallOnly",
    permissions: { _image: { create: { filter: { width: { $lte: 100 } } }, read: { filter: { width: { $lte: 100 } } } } },
  },
  { name: "wordless", permissions: { _image: { read: true, create: { fields: { exclude: ["alt"] } } } } },
  { name: "altBlind", permissions: { _image: { read: { fields: { exclude: ["alt"] } }, create: { fields: { exclude: ["alt"] } } } } },
  { name: "reviewer", permissions: { _image: { read: { filter: { _createdBy: { $ne: "$CURRENT_USER" } } } } } },
  { name: "early", permissions: { _image: { read: { filter: { createdAt: { $lte: "$NOW" } } } } } },
  { name: "nobody", permissions: {} },
  { name: "visitor", public: true, permissions: { _image: { read: { filter: { alt: { $ne: "secret" } } } }, _file: { read: true } } },
];

function all() {
  return { create: true, read: true, update: true, delete: true };
}

const PATIENCE_MS = 100_000;
export const URL_SECRET = "the key of signed URLs in tests";

export interface AssetOptions {
  readonly derivatives?: readonly DerivativeDefinition[];
  readonly transforms?: "any" | "named";
  readonly publicUrl?: string;
  readonly now?: () => Date;
  /** False: the site has no admin page. */
  readonly admin?: false;
  /** Whether callers are told to the audit log. */
  readonly audited?: boolean;
  readonly maxUploadBytes?: number;
  readonly maxDirectBytes?: number;
  readonly idleMs?: number;
  readonly images?: Partial<ImagePoolOptions>;
  /** Limits of the workers' pool, if they differ. */
  readonly workerImages?: Partial<ImagePoolOptions>;
  readonly media?: MediaReaderOptions;
  readonly waitMs?: number;
  /** False: there are no workers. */
  readonly works?: boolean;
  readonly ownRedis?: boolean;
  readonly storage?: (folder: string) => Storage;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly json: ReturnType<typeof JSON.parse>;
}

export type TestAssets = Awaited<ReturnType<typeof startAssets>>;

/** Starts everything; `stop()` ends it. */
export async function startAssets(options: AssetOptions = {}) {
  const definition: ConfigDefinition = {
    storage: {
      adapter: "local",
      derivatives: options.derivatives ?? [],
      transforms: options.transforms ?? "any",
      ...(options.publicUrl !== undefined && { publicUrl: options.publicUrl }),
    },
    entities: [{ name: "note", fields: [{ name: "title", type: "text" }] }],
    roles: ROLES,
  };
  const validated = validateConfig(definition);
  if (!validated.ok) throw new Error(JSON.stringify(validated.problems));
  const assetUrls = assetUrlOptions(validated.config.storage, { ASSET_URL_KEY: URL_SECRET });
  const schema = withAssetUrls(compileSchema(validated.config), assetUrlsOf(assetUrls));
  const [postgres, redis] = await Promise.all([startPostgres({ migrated: true }), startRedis({ own: options.ownRedis ?? false })]);
  const folder = mkdtempSync(join(tmpdir(), "colophon-asset-"));
  const { lines, log } = createTestLog("asset");
  const { audited = false } = options;
  const db = createDatabase({ url: postgres.url, poolSize: 10, log, audited, ...TEST_LIMITS });
  await migrate(db.pool);
  await applySchema(db, schema, { tableChanges, adminEmail: "admin@example.com" });

  const storage = options.storage?.(folder) ?? createLocalStorage({ folder });
  await storage.open();
  const limits = { maxPixels: 50_000_000, slots: 2, waitMs: PATIENCE_MS, ...options.images };
  const images = createImagePool(limits);
  const workerPool = createImagePool({ ...limits, ...options.workerImages });
  const runs: ImageTask[] = [];
  const counted = {
    run: <T extends ImageTask>(task: T) => {
      runs.push(task);
      return workerPool.run(task);
    },
    warm: workerPool.warm,
  };
  const assets = createAssetTable(db);
  const derivativeRows = createDerivativeRows({ db });
  const engine = createEngine(schema);
  const { now = () => new Date() } = options;
  const access = createAccess({ engine, db, now });
  const queue = createDirectQueue({ job: deriveJob, redisUrl: redis.url, maxWaiting: MAX_WAITING, limitMs: PATIENCE_MS });
  const onChange = (callback: () => void) => db.listen(DERIVATIVES_CHANNEL, callback);
  const limiterRedis = createRedis({ redisUrl: redis.url }, options.ownRedis ? {} : { commandMs: PATIENCE_MS });
  const newDerivatives = createNewDerivatives({ rows: derivativeRows, limiter: createLimiter({ redis: limiterRedis }) });
  const servedTimes = createServedTimes({ rows: derivativeRows });
  const { waitMs = PATIENCE_MS } = options;
  const namedKeys = createNamedKeys(options.derivatives ?? []);
  const derivatives = createDerivatives({ rows: derivativeRows, queue, newDerivatives, servedTimes, namedKeys, onChange, waitMs });
  const uploads = createUploads({ engine, db, assets, access, storage, images, newId });

  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const signer = createSigner(privateKey);
  const verifier = createVerifier([publicKey]);
  const { derivatives: sizes = [], transforms = "any", admin = {} } = options;
  const onlySizes = onlySizesOf({ storage: { adapter: "local", derivatives: sizes, transforms }, admin });
  const maxUploadBytes = options.maxUploadBytes ?? 20_000_000;
  let reader = createDerivativeReader({ storage });
  const app = createAssetApp({
    log,
    verifier,
    readable: createReadableAssets({ assets, access }),
    access,
    fileDepends: createFileDepends({ access, identity: "identity" }),
    storage,
    derivativeReader: { sizeOf: (key) => reader.sizeOf(key), read: (key, range) => reader.read(key, range) },
    derivatives,
    reportMissing: createReportMissing({ log }),
    urlSecret: options.publicUrl === undefined ? null : URL_SECRET,
    now,
    onlyNamed: onlySizes && createNamedKeys(onlySizes),
    uploads,
    direct: createDirect({
      storage,
      uploads,
      newId,
      now: () => new Date(),
      maxImageBytes: maxUploadBytes,
      maxBytes: options.maxDirectBytes ?? 50_000_000,
    }),
    maxUploadBytes,
    ...(options.idleMs && { idleMs: options.idleMs }),
    ...(audited && { actFor: db.actFor, ...refusalNotes({ config: schema.config, database: db, log }) }),
  });
  const server = await listen({
    serving: app,
    port: 0,
    log,
    ready: async () => true,
    close: async () => undefined,
    idleGraceMs: 0,
  });

  const works = options.works ?? true;
  const configured = options.derivatives ?? [];
  const media = createMediaReader(options.media);
  const jobs = backgroundJobs({ assets, derivatives: derivativeRows, storage, images: counted, queue, configured, media, log });
  const background = works ? startJobs({ database: db, redisUrl: redis.url, log, jobs, pollMs: 50 }) : null;

  const tokenFor = (role: string): string =>
    signer.sign(identity(role === "visitor" ? { kind: "anonymous", credentialId: null, userId: null, role } : { role }));
  const send = async (role: string, path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(server.url + path, {
      ...init,
      headers: { "x-cms-identity": tokenFor(role), ...(init.headers as Record<string, string>) },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes, json: parse(bytes) };
  };

  const sql = <R extends Row = Row>(text: string, values: readonly unknown[] = []): Promise<R[]> => db.run<R>({ text }, values);
  const stop = async (): Promise<void> => {
    server.server.closeAllConnections();
    await server.stop();
    await background?.close();
    await derivatives.close();
    await limiterRedis.close();
    images.close();
    workerPool.close();
    media.close();
    storage.close();
    await db.close();
    await Promise.all([postgres.stop(), redis.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };

  return {
    schema,
    db,
    assets,
    derivativeRows,
    storage,
    queue,
    folder,
    redis,
    runs,
    lines,
    url: server.url,
    sql,
    tokenFor,
    send,
    stop,
    /** The next derivatives are read from the storage, as by a service that has just started. */
    forgetDerivatives: (): void => void (reader = createDerivativeReader({ storage })),
    get: (path: string, headers: Record<string, string> = {}, role = "editor") => send(role, path, { headers }),
    /** Uploads bytes as a browser's form does. */
    upload: (bytes: Uint8Array | string, { name = "photo.jpg", type = "", alt, role = "editor" }: Upload = {}): Promise<Answer> => {
      const form = new FormData();
      if (alt !== undefined) form.append("alt", alt);
      form.append("file", new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], { type }), name);
      return send(role, "/api/assets/upload", { method: "POST", body: form });
    },
    /** Sends a body as it is. */
    post: (body: string | Uint8Array, contentType: string, role = "editor"): Promise<Answer> =>
      send(role, "/api/assets/upload", {
        method: "POST",
        body: typeof body === "string" ? body : new Uint8Array(body),
        headers: { "content-type": contentType },
      }),
    /** Adds any job to the outbox. */
    enqueue: (queue: string, name: string, payload: unknown) =>
      sql("insert into cms.outbox (id, queue, name, payload) values ($1, $2, $3, $4)", [newId(), queue, name, JSON.stringify(payload)]),
    /** Deletes a record as the content service does. */
    async remove(entity: string, id: string): Promise<void> {
      const principal = { kind: "system" } as const;
      const plan = engine.as(principal).remove(entity, id, { newId });
      const statement = compile(plan);
      const [row] = await db.run<WriteRow & Row>(statement, bind(statement, { principal, now: new Date(), values: plan.values }));
      acceptedRow(row);
    },
    /** Every file under the storage's folder, by its name there. */
    async files(): Promise<string[]> {
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null);
      if (!found) return this.files(); // a folder was removed meanwhile
      return found.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name).slice(folder.length + 1)] : [])).toSorted();
    },
  };
}

export interface Upload {
  readonly name?: string;
  readonly type?: string;
  readonly alt?: string;
  readonly role?: string;
}

function identity(given: Partial<Identity>): Identity {
  return { kind: "session", credentialId: newId(), userId: newId(), role: "", expiresAt: null, ...given };
}

function parse(bytes: Buffer): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

import { onlySizesOf, type Config } from "@colophon/config";
import { createAssetTable, type Database, DERIVATIVES_CHANNEL, newId, refusalNotes } from "@colophon/database";
import { createEngine, type Schema } from "@colophon/engine";
import type { DirectQueue } from "@colophon/jobs";
import { createCounter, createLimiter, type Log, type Metrics, type RedisLink, type Verifier } from "@colophon/runtime";
import type { Storage } from "@colophon/storage";
import { createAccess } from "./access.ts";
import { createAssetApp } from "./app.ts";
import { createReportMissing } from "./missing-file.ts";
import { createDerivativeRows } from "./derivatives/derivative-rows.ts";
import { createDerivatives } from "./derivatives/derivatives.service.ts";
import { createNewDerivatives } from "./derivatives/new-derivatives.ts";
import { createServedTimes } from "./derivatives/served-times.ts";
import { createNamedKeys } from "./images/transforms.ts";
import { createImagePool } from "./images/pool.ts";
import type { DerivativeName } from "./jobs.ts";
import { createDirect } from "./direct/direct.service.ts";
import { createDerivativeReader } from "./serving/derivative-reader.ts";
import { createFileDepends } from "./serving/file-depends.ts";
import { createReadableAssets } from "./serving/readable-assets.ts";
import { createUploads, type Replaced } from "./upload/upload.service.ts";

const UPLOADS = { name: "upload_bytes_total", help: "Bytes of new files, by their entity.", label: "entity" };

export interface AssetOptions {
  readonly config: Config;
  readonly schema: Schema;
  readonly db: Database;
  readonly redis: RedisLink;
  readonly storage: Storage;
  readonly queue: DirectQueue<DerivativeName>;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly verifier: Verifier;
  readonly urlSecret: string | null;
  /** As for `createAnswerLease`; null if gateways keep nothing. */
  readonly answerIdentity: string | null;
  readonly maxImagePixels: number;
  readonly maxUploadBytes: number;
  readonly maxDirectBytes: number;
}

/** The asset service with all of its parts; only its child processes are started. */
export function composeAsset(options: AssetOptions) {
  const { config, schema, db, redis, storage, queue, log, metrics, verifier, urlSecret, maxUploadBytes } = options;
  const assets = createAssetTable(db);
  const engine = createEngine(schema);
  const now = () => new Date();
  const access = createAccess({ engine, db, now });
  const images = createImagePool({ maxPixels: options.maxImagePixels });
  const rows = createDerivativeRows({ db });
  const derivatives = createDerivatives({
    rows,
    queue,
    newDerivatives: createNewDerivatives({ rows, limiter: createLimiter({ redis }) }),
    servedTimes: createServedTimes({ rows }),
    namedKeys: createNamedKeys(config.storage.derivatives ?? []),
    onChange: (callback) => db.listen(DERIVATIVES_CHANNEL, callback),
  });
  const onlySizes = onlySizesOf(config);
  const onStored = createCounter(metrics.registry, UPLOADS);
  const onReplaced = ({ entity, id, storageKey: key }: Replaced): void =>
    log.warn({ entity, id, key }, "the file of this record was missing in the storage; an upload of the same bytes has replaced it");
  const uploads = createUploads({ engine, db, assets, access, storage, images, newId, onStored, onReplaced });
  const direct = createDirect({ storage, uploads, newId, now, maxImageBytes: maxUploadBytes, maxBytes: options.maxDirectBytes });
  const routes = createAssetApp({
    log,
    metrics,
    actFor: db.actFor,
    ...refusalNotes({ config, database: db, log }),
    verifier,
    readable: createReadableAssets({ assets, access }),
    access,
    fileDepends: createFileDepends({ access, identity: options.answerIdentity }),
    storage,
    derivativeReader: createDerivativeReader({ storage }),
    derivatives,
    reportMissing: createReportMissing({ log, registry: metrics.registry }),
    urlSecret,
    now,
    onlyNamed: onlySizes && createNamedKeys(onlySizes),
    uploads,
    direct,
    maxUploadBytes,
  });
  return {
    routes,
    async close(): Promise<void> {
      await derivatives.close();
      images.close();
      storage.close();
    },
  };
}

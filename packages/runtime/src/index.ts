export { createAnswerLease, type LeaseOptions } from "./answer-cache/answer-lease.ts";
export { createAnswerMarks } from "./answer-cache/answer-marks.ts";
export { identityOfConfig } from "./answer-cache/config-identity.ts";
export {
  BEAT_MS,
  isOfSite,
  stampOf,
  type AnswerState,
  DEPENDS_HEADER,
  parseDepends,
  toDependsText,
  type Depends,
} from "./answer-cache/answer-state.ts";
export { createApp, type AppOptions } from "./http/app.ts";
export { countTries, createCounter, createGauge, timeStatements, timeStorage } from "./metrics/counters.ts";
export { NO_VERSION, withExpectedVersion } from "./http/expected-version.ts";
export { isAborted, logFailure, sendError, toAnswerableError } from "./http/error-answer.ts";
export { showAnswerBytes, showDisk, showPools, showQueues, showRedis, showStreams } from "./metrics/gauges.ts";
export { freeBuffersOf } from "./http/free-buffers.ts";
export {
  DEVICE_HEADER,
  IDENTITY_HEADER,
  isConfirmed,
  keyIdOf,
  readPrivateKey,
  readPublicKey,
  SESSION_HEADER,
  type Identity,
  type SessionIdentity,
} from "./identity/identity.ts";
export { limitKeyOf, networkOf, type Bucket } from "./rate-limits/rate-limit.ts";
export { READS_ONLY_HEADER, READY_TO_WRITE } from "./process/operations.ts";
export { listen, once, startListening, urlOf, type ListenOptions } from "./process/listen.ts";
export { createLog, createReminder, type Log } from "./log/log.ts";
export { createMetrics, type Metrics } from "./metrics/metrics.ts";
export { createOpening } from "./process/opening.ts";
export { createLimiter, type Admission, type Limiter } from "./rate-limits/rate-limit-redis.ts";
export { MAX_JSON_DEPTH, readJson, readObject, readOptionalObject } from "./http/read-json.ts";
export { REDIS_ENV_NAMES, redisSettings, type RedisSettings } from "./redis/redis-settings.ts";
export { createRedis, RedisAwayError, type Doubt, type RedisLink } from "./redis/redis.ts";
export {
  principalOf,
  clientAddressOf,
  deviceTokenOf,
  identityOf,
  isHttps,
  pathOf,
  requestIdOf,
  searchOf,
  sessionOf,
  sessionTokenOf,
  type Principal,
} from "./http/request-state.ts";
export { EPOCH_KEY, renewEpoch, revoke } from "./identity/revoke.ts";
export { methodNotAllowed, route, serve } from "./http/route.ts";
export type { Handler, Request, Response, Router } from "./http/router.ts";
export { run } from "./process/run.ts";
export { isNotModified, isPreconditionFailed, isRangeOfThis } from "./http/conditions.ts";
export {
  AUDIENCE_HEADER,
  PUBLIC_ANSWER_HEADER,
  CLOSED_STREAM_TEXT,
  EVENT_STREAM_HEADERS,
  lastEventIdOf,
  openStreamText,
} from "./http/event-stream.ts";
export { etagOf, sendJson, type JsonAnswer } from "./http/send-json.ts";
export { STARTING_HEADER } from "./process/when-open.ts";
export { runServices, type Placed } from "./process/run-services.ts";
export { describeService, type Service, type Waiting, PROCESS_NAMES, type ProcessName } from "./process/service.ts";
export { createSigner, type Signer } from "./identity/signer.ts";
export { createVerifier, type Verifier } from "./identity/verifier.ts";

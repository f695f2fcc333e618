import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { readRest } from "./rest-of-body.ts";

/** The state of a connection; one entry for all of its requests, because creating and dropping entries burdens garbage collection. */
interface Pipeline {
  /** It gets no further answer. */
  isClosing: boolean;
  /** The answer that is being processed. */
  current: ServerResponse | null;
  /** The answer of the newest request, after which the next one waits. */
  newest: ServerResponse | null;
  /** How many requests wait behind the current one. */
  waiting: number;
  /** The raw answer to write instead of the newest answer. */
  refusal: (() => void) | null;
}

/** A connection with more pipelined requests is closed: every waiting request takes memory, and no limit has counted it yet. */
const MAX_PIPELINED = 100;

const pipelines = new WeakMap<Duplex, Pipeline>();

function pipelineOf(socket: Duplex): Pipeline {
  const known = pipelines.get(socket);
  if (known) return known;
  const pipeline: Pipeline = { isClosing: false, current: null, newest: null, waiting: 0, refusal: null };
  pipelines.set(socket, pipeline);
  return pipeline;
}

/** Whether a request of this connection is being processed. */
export function isBusy(socket: Duplex): boolean {
  return (pipelines.get(socket)?.current ?? null) !== null;
}

/** Processes the requests of one connection one after the other: requests that are pipelined after a refused one are never read. */
export function processInOrder(request: IncomingMessage, response: ServerResponse, work: () => void): void {
  const pipeline = pipelineOf(request.socket);
  const before = pipeline.newest;
  pipeline.newest = response;
  endWith(pipeline, request, response);
  if (!before) return begin(pipeline, response, work);
  // No function that is kept as long as this request may close over `before`: it would keep the whole request before it in memory.
  before.once("close", () => {
    pipeline.waiting--;
    begin(pipeline, response, work);
  });
  if (++pipeline.waiting > MAX_PIPELINED) request.socket.destroy();
}

function begin(pipeline: Pipeline, response: ServerResponse, work: () => void): void {
  pipeline.current = response;
  if (pipeline.isClosing || response.req.socket.destroyed) return void response.destroy();
  if (pipeline.refusal) return pipeline.refusal();
  work();
}

function endWith(pipeline: Pipeline, request: IncomingMessage, response: ServerResponse): void {
  response.once("close", () => {
    if (!response.shouldKeepAlive) pipeline.isClosing = true;
    if (pipeline.current === response) pipeline.current = null;
    if (pipeline.newest === response) pipeline.newest = null;
    if (!request.complete) cutUnlessWhole(request);
  });
}

/** Ends a connection with a final raw answer, after the answers to all complete requests before it. */
export function refuseInOrder(socket: Duplex, writeRefusal: () => void): void {
  const pipeline = pipelineOf(socket);
  const { newest, current } = pipeline;
  const refuse = (): void => {
    if (pipeline.isClosing || !socket.writable) return void socket.destroy();
    pipeline.isClosing = true;
    writeRefusal();
  };
  if (!newest || (newest === current && !newest.req.complete)) return refuse();
  if (newest.req.complete) newest.once("close", refuse);
  else pipeline.refusal = refuse;
}

/** The answer was sent before the whole body arrived. A socket that was ended with the answer is closed without this. */
function cutUnlessWhole(request: IncomingMessage): void {
  const { socket } = request;
  if (!socket.destroyed && !socket.writableEnded) readRest(request, () => void (request.complete || socket.destroy()));
}

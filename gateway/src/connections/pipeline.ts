import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** The state of a connection; one entry for all of its requests, because creating and dropping entries burdens garbage collection. */
interface Turn {
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
/** How long the rest of an unused body is read after its answer. */
const LINGER_MS = 1000;

const turns = new WeakMap<Duplex, Turn>();

function turnOf(socket: Duplex): Turn {
  const known = turns.get(socket);
  if (known) return known;
  const turn: Turn = { isClosing: false, current: null, newest: null, waiting: 0, refusal: null };
  turns.set(socket, turn);
  return turn;
}

/** Whether a request of this connection is being processed. */
export function isBusy(socket: Duplex): boolean {
  return (turns.get(socket)?.current ?? null) !== null;
}

/** Processes the requests of one connection one after the other: requests that are pipelined after a refused one are never read. */
export function inTurn(request: IncomingMessage, response: ServerResponse, work: () => void): void {
  const turn = turnOf(request.socket);
  const before = turn.newest;
  turn.newest = response;
  endTurn(turn, request, response);
  if (!before) return begin(turn, response, work);
  // No function that is kept as long as this request may close over `before`: it would keep the whole request before it in memory.
  before.once("close", () => {
    turn.waiting--;
    begin(turn, response, work);
  });
  if (++turn.waiting > MAX_PIPELINED) request.socket.destroy();
}

function begin(turn: Turn, response: ServerResponse, work: () => void): void {
  turn.current = response;
  if (turn.isClosing || response.req.socket.destroyed) return void response.destroy();
  if (turn.refusal) return turn.refusal();
  work();
}

function endTurn(turn: Turn, request: IncomingMessage, response: ServerResponse): void {
  response.once("close", () => {
    if (!response.shouldKeepAlive) turn.isClosing = true;
    if (turn.current === response) turn.current = null;
    if (turn.newest === response) turn.newest = null;
    if (!request.complete) cutUnlessWhole(request);
  });
}

/** Ends a connection with a final raw answer, after the answers to all complete requests before it. */
export function refuseInTurn(socket: Duplex, say: () => void): void {
  const turn = turnOf(socket);
  const { newest, current } = turn;
  const refuse = (): void => {
    if (turn.isClosing || !socket.writable) return void socket.destroy();
    turn.isClosing = true;
    say();
  };
  if (!newest || (newest === current && !newest.req.complete)) return refuse();
  if (newest.req.complete) newest.once("close", refuse);
  else turn.refusal = refuse;
}

/** The answer was sent before the whole body arrived: the rest is read for a moment, so that the caller sees the answer. */
function cutUnlessWhole(request: IncomingMessage): void {
  const { socket } = request;
  if (socket.destroyed) return;
  request.resume();
  setTimeout(() => request.complete || socket.destroy(), LINGER_MS);
}

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** What is known of a connection; one entry for all of its requests, as entries that come and go burden garbage collection. */
interface Turn {
  /** It gets no further answer. */
  isClosing: boolean;
  /** The answer that is worked on just now. */
  current: ServerResponse | null;
  /** The answer of the newest request, behind which the next one waits. */
  newest: ServerResponse | null;
  /** How many requests wait behind the current one. */
  waiting: number;
  /** What is to be written in place of the newest answer. */
  refusal: (() => void) | null;
}

/** A connection that sends more ahead is ended: every request that waits costs memory, and no limit has counted it yet. */
const MAX_PIPELINED = 100;
/** So long the rest of a body that nobody wants is read, after its answer. */
const LINGER_MS = 1000;

const turns = new WeakMap<Duplex, Turn>();

function turnOf(socket: Duplex): Turn {
  const known = turns.get(socket);
  if (known) return known;
  const turn: Turn = { isClosing: false, current: null, newest: null, waiting: 0, refusal: null };
  turns.set(socket, turn);
  return turn;
}

/** Whether a request of this connection is worked on. */
export function isBusy(socket: Duplex): boolean {
  return (turns.get(socket)?.current ?? null) !== null;
}

/** Works on the requests of one connection one after the other: what is pipelined behind a refusal is never looked at. */
export function inTurn(request: IncomingMessage, response: ServerResponse, work: () => void): void {
  const turn = turnOf(request.socket);
  const before = turn.newest;
  turn.newest = response;
  endTurn(turn, request, response);
  if (!before) return begin(turn, response, work);
  // No function that lives as long as this request may close over `before`: it would hold the whole request before it.
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

/** Ends a connection with a last word that answers no request, after the answers to all whole requests before it. */
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

/** The answer is out before the whole body came: the rest is read for a moment, so that the caller sees the answer. */
function cutUnlessWhole(request: IncomingMessage): void {
  const { socket } = request;
  if (socket.destroyed) return;
  request.resume();
  setTimeout(() => request.complete || socket.destroy(), LINGER_MS);
}

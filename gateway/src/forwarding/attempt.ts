import type { ClientRequest, IncomingMessage } from "node:http";
import type { RequestPolicy, Service } from "@colophon/api";
import { AppError, unavailable } from "@colophon/model/errors";
import { freeBuffersOf, STARTING_HEADER } from "@colophon/runtime";
import { letContinue, type Call, hasBody } from "../requests/call.ts";

/** The data to forward in addition to the call itself. */
export interface ForwardOptions {
  readonly policy: RequestPolicy;
  readonly service: Service;
  /** The caller whose share of places at the services it uses. */
  readonly limitKey: string;
  /** The body if it is already read; null if there is none, or if it is streamed. */
  readonly body: Buffer | null;
  /** The maximum size of a streamed body. */
  readonly limitBytes: number;
}

/** The state of a request while a service processes it. */
export interface Forwarding extends Omit<ForwardOptions, "body"> {
  readonly call: Call;
  /** Null as soon as the service has answered, too. */
  body: Buffer | null;
  readonly timeLimit: NodeJS.Timeout;
  wasRepeated: boolean;
  isAnswered: boolean;
  /** Of the process that has the request, if known. */
  address: string | undefined;
  /** Frees the place at the service; does nothing after the first call. */
  leave: () => void;
  /** The current request to the service; null before the first attempt, between two attempts, after a failure, and for a shared stream. */
  outgoing: ClientRequest | null;
}

/** The last one is Node's code if the first address of a name did not connect in a quarter of a second, and no other did. */
const CONNECTION_FAILURES: ReadonlySet<unknown> = new Set(["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT"]);

/** The connection to the service is established, and the body is about to be sent. */
export function began(outgoing: ClientRequest, forwarding: Forwarding, fail: (error: Error) => void): void {
  const { call, policy, body } = forwarding;
  if (call.response.writableEnded) return void outgoing.destroy(); // refused meanwhile
  if (outgoing.socket?.destroyed) return; // its failure has been reported, and may have led to another attempt
  forwarding.outgoing = outgoing;
  forwarding.address = outgoing.socket?.remoteAddress;
  // Some connections end without an error, such as after an unrequested protocol switch.
  outgoing.once("close", () => {
    if (forwarding.outgoing === outgoing && !forwarding.isAnswered)
      fail(unavailable(new Error("the connection was closed before the answer")));
  });
  if (policy.body === "upload" && hasBody(call.request)) stream(outgoing, forwarding);
  else outgoing.end(body ?? undefined);
}

function stream(outgoing: ClientRequest, forwarding: Forwarding): void {
  const { call, limitBytes, timeLimit } = forwarding;
  const { request } = call;
  letContinue(call);
  request.once("end", () => void (forwarding.isAnswered || timeLimit.refresh())); // some services answer before the end
  freeBuffersOf(request);
  if (request.headers["transfer-encoding"] !== undefined) countBody(request, outgoing, limitBytes);
  request.pipe(outgoing);
}

/** Whether the service waits for the rest of the caller's body. */
export function waitsForCaller({ call, outgoing }: Forwarding): boolean {
  return outgoing !== null && !call.request.complete && !outgoing.writableNeedDrain;
}

/** A body of unknown length is aborted at the limit; one of known length was refused before. */
function countBody(request: IncomingMessage, outgoing: ClientRequest, limitBytes: number): void {
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > limitBytes) outgoing.destroy(new AppError("PAYLOAD_TOO_LARGE"));
  });
}

/** Once, any request whose body the gateway still has: a process that is starting has not looked at it. */
export function mayGoElsewhere({ headers }: IncomingMessage, { call, policy, wasRepeated }: Forwarding): boolean {
  if (headers[STARTING_HEADER] === undefined || wasRepeated || call.response.destroyed) return false;
  return policy.body !== "upload" || !hasBody(call.request);
}

/** Only safe methods without a body, once, and only if the connection failed, not after a timeout. */
export function mayRepeat(error: Error, { call, wasRepeated }: Forwarding): boolean {
  const isRead = call.request.method === "GET" || call.request.method === "HEAD";
  if (wasRepeated || !isRead || hasBody(call.request) || call.response.headersSent) return false;
  return "code" in error && CONNECTION_FAILURES.has(error.code);
}

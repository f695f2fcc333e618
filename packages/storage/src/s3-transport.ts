import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";

type OnAnswer = (answer: IncomingMessage) => void;

/**
 * The transport of `minio`. A request that makes no progress for `limitMs`, whether connecting, sending, waiting or receiving, is aborted
 * and its socket freed. A slow reader here doesn't count: then received bytes are waiting.
 */
export function createS3Transport({ isSecure, limitMs }: { readonly isSecure: boolean; readonly limitMs: number }) {
  const agentOptions = { keepAlive: true, maxSockets: 256 };
  const agent = isSecure ? new https.Agent(agentOptions) : new http.Agent(agentOptions);
  const send = isSecure ? https.request : http.request;

  function request(options: RequestOptions, onAnswer: OnAnswer): ClientRequest {
    const outgoing = send({ ...options, agent }, (answer) => {
      clearTimeout(limit);
      endWhenStalled(answer, limitMs);
      onAnswer(answer);
      setImmediate(() => discardUnread(answer));
    });
    const limit = setTimeout(() => outgoing.destroy(tooSlow()), limitMs);
    outgoing.on("drain", () => limit.refresh());
    outgoing.once("close", () => clearTimeout(limit));
    return outgoing;
  }

  return { transport: { request: request as typeof http.request }, agent, close: () => agent.destroy() };
}

/** `minio` doesn't read the bodies of answers such as 503. An unread body keeps its socket occupied. */
function discardUnread(answer: IncomingMessage): void {
  if ((answer.statusCode ?? 0) >= 400 && answer.readableFlowing === null) answer.resume();
}

function endWhenStalled(answer: IncomingMessage, limitMs: number): void {
  let seen = 0;
  const timer = setInterval(() => {
    const received = answer.socket.bytesRead;
    if (received === seen && answer.readableLength === 0) answer.destroy(tooSlow());
    seen = received;
  }, limitMs);
  answer.once("close", () => clearInterval(timer));
}

function tooSlow(): Error {
  return Object.assign(new Error("The S3 server did not answer in time"), { code: "ETIMEDOUT" });
}

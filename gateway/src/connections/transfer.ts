import type { Call } from "../requests/call.ts";

/** Whether the answer, or a part of it, waits until its caller has read what came before. */
export function isUnread({ request: { complete, socket } }: Call): boolean {
  return complete && socket.writableLength > 0;
}

/** Whether the request's body may take longer than others. */
export function isUpload({ policy }: Call): boolean {
  return policy?.body === "upload";
}

/** Whether the gateway passes on an upload, and its service does not make it wait. */
export function isUploading(call: Call): boolean {
  return isUpload(call) && !call.request.complete && call.request.readableFlowing === true;
}

/** The memory that the rest of an answer takes, here and at its service. The files of the admin page are in memory anyway. */
export function heldBytesOf({ policy, request, atServiceBytes }: Call): number {
  return policy?.upstream === "gateway" ? 0 : request.socket.writableLength + atServiceBytes;
}

/** The bytes that the caller has sent, or read once all of its request has arrived. What it sends meanwhile is no reading. */
export function movedBytesOf({ request: { complete, socket } }: Call): number {
  return complete ? socket.bytesWritten - socket.writableLength : socket.bytesRead;
}

import type { ChildProcess } from "node:child_process";
import { endOf } from "../process-limits.ts";
import type { Derived, ImageReply, ImageRequest, Inspected, Refusal } from "./tasks.ts";

/**
 * Why work on an image failed. Caused by the image: invalid, too much processor time, too large for the memory. Not caused by it: no space
 * on the disk, too much to do at once.
 */
export type FailureKind = "refused" | "timeout" | "crashed" | "unwritten" | "busy";

/** The message is for the log: it may be a decoder's, which is not shown to callers. */
export class ImageFailure extends Error {
  override readonly name = "ImageFailure";
  readonly kind: FailureKind;
  /** For a refused image. */
  readonly refusal: Refusal | null;
  constructor(kind: FailureKind, message: string, refusal: Refusal | null = null) {
    super(message);
    this.kind = kind;
    this.refusal = refusal;
  }
}

/** The process ended before it got the request. */
export const NEVER_BEGUN = new Error("the process had ended before");

export interface AskOptions {
  /** Milliseconds for the process's start, and again for the image. */
  readonly wallMs: number;
  /** Whether the process has worked on an image before. */
  readonly isStarted: boolean;
}

/** Lets a process work on one image. @throws ImageFailure, NEVER_BEGUN */
export function ask(child: ChildProcess, request: ImageRequest, { wallMs, isStarted }: AskOptions): Promise<Inspected | Derived> {
  return new Promise((resolve, reject) => {
    let isReady = isStarted;
    let limit: NodeJS.Timeout;
    const done = (finish: () => void): void => {
      clearTimeout(limit);
      child.off("error", onError).off("exit", onExit).off("message", onMessage);
      finish();
    };
    const fail = (kind: FailureKind, message: string, refusal?: Refusal) => done(() => reject(new ImageFailure(kind, message, refusal)));
    const onError = ({ message }: Error) => fail("busy", message);
    const onExit = (_code: number | null, signal: NodeJS.Signals | null) => {
      const end = endOf(signal, isReady);
      if (end === "out of time") fail("timeout", "the image took too much processor time");
      else if (end === "its work") fail("crashed", "the image ended the process that decoded it");
      else fail("busy", "the process that decodes did not start, or was killed");
    };
    const start = () => {
      limit = setTimeout(() => {
        child.kill("SIGKILL");
        fail("busy", `the process was not done after ${wallMs} ms`);
      }, wallMs);
    };
    const onMessage = (message: ImageReply | "ready") => {
      if (message === "ready") {
        isReady = true;
        clearTimeout(limit);
        return start(); // the start time of a process does not count for the image
      }
      if (message.id !== request.id) return;
      if ("result" in message) return done(() => resolve(message.result));
      if ("unwritten" in message) return fail("unwritten", message.unwritten);
      if ("refused" in message) return fail("refused", message.refused, message.refusal);
      fail("crashed", message.failed);
    };
    start();
    child.on("message", onMessage).once("error", onError).once("exit", onExit);
    if (!child.connected) return done(() => reject(NEVER_BEGUN));
    child.send(request, (error) => error && done(() => reject(NEVER_BEGUN)));
  });
}

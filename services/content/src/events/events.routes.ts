import { hash } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import { MAX_UNREAD_STREAM_BYTES, routes } from "@colophon/api";
import type { Config } from "@colophon/config";
import type { Engine } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import {
  AUDIENCE_HEADER,
  EVENT_STREAM_HEADERS,
  identityOfConfig,
  lastEventIdOf,
  searchOf,
  serve,
  type Response,
  type Router,
} from "@colophon/runtime";
import { callOf } from "../http/request.ts";
import type { EventStreams, Sink } from "./streams.service.ts";
import { audienceKey } from "./visible-events.ts";

const HEADERS = {
  ...EVENT_STREAM_HEADERS,
  "x-accel-buffering": "no", // nginx would keep the events back
};

interface MountOptions {
  readonly engine: Engine;
  readonly config: Config;
  readonly streams: EventStreams;
}

/** `GET /api/_events`: committed changes as they happen. */
export function mountEvents(router: Router, { engine, config, streams }: MountOptions): void {
  const site = identityOfConfig(config);
  serve(router, routes.events, {
    GET: async (req, res): Promise<void> => {
      if (!config.events) throw new AppError("NOT_FOUND");
      const audience = streams.audienceOf(callOf(engine, req), searchOf(req));
      const key = hash("sha256", `${site} ${audienceKey(audience)}`, "base64url");
      const headers = { ...HEADERS, [AUDIENCE_HEADER]: key };
      if (req.method === "HEAD") return void res.writeHead(200, headers).end();
      await streams.run(audience, lastEventIdOf(req), sinkOf(res, headers));
    },
  });
}

/** The status is sent with the first text: until then an error can still be answered. */
function sinkOf(res: Response, headers: OutgoingHttpHeaders): Sink {
  return {
    write(text) {
      if (!res.headersSent) res.writeHead(200, headers);
      if (res.writableLength > MAX_UNREAD_STREAM_BYTES) res.destroy();
      else res.write(text);
    },
    drained: () =>
      new Promise((resolve) => {
        if (!res.writableNeedDrain || res.destroyed) return resolve();
        const done = (): void => {
          res.off("drain", done).off("close", done);
          resolve();
        };
        res.on("drain", done).on("close", done);
      }),
    end: () => void res.end(),
    isClosed: () => res.destroyed || res.writableEnded,
    onClose: (done) => void res.once("close", done),
  };
}

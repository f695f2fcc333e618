import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eventually } from "../eventually.ts";

/** A span as the collector received it. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly links: readonly string[];
}

/** A collector of traces that accepts OTLP over HTTP as JSON, and stores it. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const headers: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      headers.push({ path: request.url, ...request.headers });
      spans.push(...spansIn(JSON.parse(Buffer.concat(chunks).toString()) as Envelope));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** The headers of each delivery, with its path. */
    headers,

    /** Waits until a matching span exists. @throws Error with the names of all spans */
    async span(fits: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
      await eventually(() => spans.map(({ service, name }) => `${service} ${name}`), {
        what: fits.toString(),
        accepts: () => spans.some(fits),
      });
      return spans.find(fits)!;
    },

    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number };
}
interface Envelope {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[];
  }[];
}
interface RawSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly Attribute[];
  readonly links?: readonly { readonly traceId: string }[];
}

function spansIn({ resourceSpans }: Envelope): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)["service.name"]);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => toReceived(service, span)));
  });
}

function toReceived(service: string, { name, traceId, spanId, parentSpanId, attributes, links = [] }: RawSpan): ReceivedSpan {
  return {
    service,
    name,
    traceId,
    spanId,
    parentSpanId,
    attributes: valuesOf(attributes),
    links: links.map((link) => link.traceId),
  };
}

function valuesOf(attributes: readonly Attribute[]): Record<string, string | number> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue ?? ""]));
}

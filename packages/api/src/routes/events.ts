/** The event stream. */
import { AREAS } from "../areas.ts";
import { header, query } from "../parameters.ts";
import { route } from "../route.ts";

const STREAM =
  `Server-sent events until you close the connection: \`published\`, \`updated\`, \`unpublished\`, \`deleted\` and \`draft\`, each with
\`{ event, entity, id, version, locale, time }\`, and \`reset\` if you may have missed some.`.replaceAll("\n", " ");

/** A client that has more than this to read loses its stream; it comes back, and reads at its own pace. */
export const MAX_UNREAD_STREAM_BYTES = 512 * 1024;

/** Clients come back after this time. */
export const STREAM_RETRY_MS = 1_000;

export const eventRoutes = {
  events: route(AREAS.content, {
    path: "/api/_events",
    name: "events",
    isStream: true,
    cache: "no-store",
    tag: "events",
    shownTo: "sites with events",
    methods: {
      GET: {
        id: "events.stream",
        summary: "The changes of records, as they happen",
        description: `In the order of their commits, of records that you may read before or after the change. Without content. At most 5 streams of a session or an API key and 50 of an anonymous address are open at a time (429). 404 with \`events: false\` in the configuration.`,
        parameters: [
          query("entities", { type: "string" }, "Entities, separated by commas. Without it all that you may read."),
          header(
            "Last-Event-ID",
            { type: "string" },
            "The last id that you got: the stream goes on after it, if it was given within the last hour.",
          ),
        ],
        answers: { 200: { description: STREAM, type: "text/event-stream" } },
        refuses: [404],
      },
    },
  }),
};

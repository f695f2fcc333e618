import type { JobDefinition } from "colophon/config";

const PAGE_SIZE = 100;

/** Events that have ended get the state `over`. It is shared: a write to one translation changes all of them. */
export const archivePastEvents: JobDefinition = {
  name: "archive-past-events",
  cron: "0 3 * * *",
  timeoutSeconds: 300,
  async run({ db, log, signal }) {
    const events = db.entity("event");
    const now = new Date().toISOString();
    for (;;) {
      const { data } = await events.list({
        filter: { ends: { $lt: now }, state: { $in: ["announced", "confirmed"] } },
        fields: ["translationGroup"],
        limit: PAGE_SIZE,
        count: false,
      });
      if (data.length === 0 || signal.aborted) return;
      const groups = new Map(data.map(({ id, translationGroup }) => [translationGroup, id]));
      for (const id of groups.values()) await events.update(id, { state: "over" });
      log.info({ events: groups.size }, "past events archived");
    }
  },
};

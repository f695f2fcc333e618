import site from "./with-events.config.ts";

/** The same site without the event stream. */
export default { ...site, events: false };

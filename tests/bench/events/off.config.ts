import { SITE } from "./site.ts";

export default { ...SITE, events: false };

import { SITE } from "./site.ts";

export default SITE;

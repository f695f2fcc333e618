export { freePort } from "../../scripts/stack/free-port.ts";

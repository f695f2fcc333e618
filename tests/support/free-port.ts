export { freePort } from "../../scripts/stack/processes/free-port.ts";

export { freePort } from "colophon/stack/processes/free-port.ts";

export { composeGateway } from "./compose.ts";

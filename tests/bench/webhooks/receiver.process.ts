/** The receiver of the webhooks: reads each message and answers 204. */
import { createServer } from "node:http";

const server = createServer((request, response) => void request.resume().once("end", () => response.writeHead(204).end()));
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env["PORT"]), "127.0.0.1");
process.once("disconnect", () => process.exit());

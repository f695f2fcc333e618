/** A server of one file that it has in memory, whatever the request is. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const { FILE = "", PORT } = process.env;
const bytes = readFileSync(FILE);
const headers = { "content-type": "image/webp", "content-length": bytes.length, "cache-control": "private, max-age=31536000, immutable" };

const server = createServer((_request, response) => void response.writeHead(200, headers).end(bytes));
server.keepAliveTimeout = 60_000;
server.listen(Number(PORT), "127.0.0.1");
process.once("disconnect", () => process.exit());

/** The proxy of the ceiling: only forwards requests over keep-alive connections. */
import { Agent, createServer, request as send } from "node:http";

const { PORT, TARGET_PORT } = process.env;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

const server = createServer((request, response) => {
  const options = { agent, host: "127.0.0.1", port: TARGET_PORT, method: request.method, path: request.url, headers: request.headers };
  const onward = send(options, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.writeHead(502).end());
  request.pipe(onward);
});
server.listen(Number(PORT), "127.0.0.1");
process.once("disconnect", () => process.exit());

/** The server of the ceiling: node:http with one prepared statement per workload. PostgreSQL builds the JSON; permissions and inputs are not checked. */
import { createServer } from "node:http";
import pg from "pg";

const { DATABASE_URL, PORT, STATEMENTS } = process.env;
const statements: Record<string, string> = JSON.parse(String(STATEMENTS));
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });

const server = createServer((request, response) => {
  const name = String(request.headers["x-workload"]);
  const status = request.method === "POST" ? 201 : 200;
  request.resume().on("end", () => {
    const id = /^\/api\/article\/([^/?]+)/.exec(request.url ?? "")?.[1];
    pool.query<{ body: string }>({ name, text: String(statements[name]), values: id === undefined ? [] : [id] }).then(
      ({ rows }) => response.writeHead(status, { "content-type": "application/json" }).end(rows[0]?.body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(PORT), "127.0.0.1");
process.once("disconnect", () => process.exit());

// The bare servers that the benchmark compares the service with; one process each, chosen by argument.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import Fastify from "fastify";
import pg from "pg";

const [kind, port, databaseUrl] = process.argv.slice(2);

const peers = {
  /** (a) node:http with a fixed 1 KB answer. */
  http() {
    const body = JSON.stringify({ text: "x".repeat(1_000) });
    createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
      response.end(body);
    }).listen(Number(port), "127.0.0.1");
  },
  /** node:http with the bytes of a file. */
  file() {
    const body = readFileSync(databaseUrl);
    createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": body.length });
      response.end(body);
    }).listen(Number(port), "127.0.0.1");
  },
  /** (b), (c) and a list: Fastify over pg with prepared statements, and nothing else. */
  async server() {
    await serve(new pg.Pool({ connectionString: databaseUrl, max: 10 }));
  },
  /** The same over an embedded database of its own, which takes rows at POST /row/:id. */
  async embedded() {
    const pool = new pg.Pool({ ...createPgConfig(await PGlite.create()), max: 1, idleTimeoutMillis: 0 });
    await pool.query("CREATE TABLE bench_rows (id text PRIMARY KEY, list text, data json)");
    await serve(pool);
  },
};

async function serve(pool) {
  const audited = (id, changes) => ({
    name: "audit",
    text: "INSERT INTO bench_audit (row_id, changes, at) VALUES ($1, $2, now())",
    values: [id, JSON.stringify(changes)],
  });
  const inTransaction = async (work) => {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      const done = await work(client);
      await client.query("COMMIT");
      return done;
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    } finally {
      client.release();
    }
  };
  const server = Fastify();
  server.get("/row/:id", async (request) => {
    const { rows } = await pool.query({
      name: "row",
      text: "SELECT data FROM bench_rows WHERE id = $1",
      values: [request.params.id],
    });
    return rows[0].data;
  });
  server.post("/row/:id", async (request) => {
    await pool.query("INSERT INTO bench_rows (id, data) VALUES ($1, $2)", [request.params.id, request.body]);
    return {};
  });
  server.get("/list/:list", async (request) => {
    const { rows } = await pool.query({
      name: "list",
      text: "SELECT data FROM bench_rows WHERE list = $1 ORDER BY id",
      values: [request.params.list],
    });
    return { data: rows.map(({ data }) => data) };
  });
  server.put("/row/:id", (request) =>
    inTransaction(async (client) => {
      const { rows } = await client.query({
        name: "lock",
        text: "SELECT data FROM bench_rows WHERE id = $1 FOR UPDATE",
        values: [request.params.id],
      });
      const next = { ...rows[0].data, ...request.body };
      await client.query({
        name: "update",
        text: "UPDATE bench_rows SET data = $2 WHERE id = $1",
        values: [request.params.id, JSON.stringify(next)],
      });
      await client.query(audited(request.params.id, request.body));
      return next;
    }),
  );
  server.post("/list/:list", async (request, reply) => {
    const row = { id: randomUUID(), ...request.body };
    await inTransaction(async (client) => {
      await client.query({
        name: "insert",
        text: "INSERT INTO bench_rows (id, list, data) VALUES ($1, $2, $3)",
        values: [row.id, request.params.list, JSON.stringify(row)],
      });
      await client.query(audited(row.id, request.body));
    });
    reply.code(201);
    return row;
  });
  await server.listen({ host: "127.0.0.1", port: Number(port) });
}

process.on("SIGINT", () => process.exit());
await peers[kind]();

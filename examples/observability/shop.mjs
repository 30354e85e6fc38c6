// A small shop that has customers and makes errors on demand: it asks itself for a page ten times a second, and counts
// its answers for Prometheus. `PUT /errors/0.2` makes a fifth of them errors; `PUT /errors/1` fails its health check too.
import { createServer } from "node:http";

const port = Number(process.env.PORT ?? 8000);
const answered = { 200: 0, 500: 0 };
let errors = 0;

const server = createServer((request, response) => {
  const [path] = request.url.split("?");
  const share = /^\/errors\/(0(?:\.\d+)?|1)$/.exec(path)?.[1];
  if (path === "/metrics") {
    response.writeHead(200, { "content-type": "text/plain; version=0.0.4" }).end(metrics());
  } else if (path === "/health") {
    response.writeHead(errors === 1 ? 503 : 200).end(errors === 1 ? "down\n" : "up\n");
  } else if (share !== undefined && request.method === "PUT") {
    errors = Number(share);
    response.end(`${errors * 100} % of the answers are errors now.\n`);
  } else {
    const status = Math.random() < errors ? 500 : 200;
    answered[status] += 1;
    response.writeHead(status).end();
  }
});

function metrics() {
  const samples = Object.entries(answered).map(
    ([code, count]) => `shop_requests_total{code="${code}"} ${count}\n`,
  );
  return `# HELP shop_requests_total Answers by their status.\n# TYPE shop_requests_total counter\n${samples.join("")}`;
}

server.listen(port, () => {
  setInterval(() => fetch(`http://127.0.0.1:${port}/`).catch(() => {}), 100);
});
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => process.exit());

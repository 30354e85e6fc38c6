/**
 * `npm run bench:status-page`: readers of a status page of 30 components and 90 days, compressed as browsers ask for it,
 * while the API is read and written; next to a bare node:http that sends the same bytes.
 */
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { freePort } from "../scripts/free-port.mjs";
import { create, environment, openAccess } from "./access.ts";
import { get } from "./cases.ts";
import { askerAt, printHead, printRow } from "./harness.ts";
import { type Figures, load } from "./load.ts";
import { benchmark, startPeer, startService } from "./processes.ts";

const connections = 16;
const seconds = 8;
const components = 30;

await benchmark("npm run bench:status-page", async (databaseUrl, folder) => {
  const port = await freePort();
  await startService(port, {
    ...environment,
    DATABASE_URL: databaseUrl,
    ORGCONFIG_DATA_DIR: join(folder, "data"),
  });
  const { makeKey } = await openAccess(port);
  const key = await makeKey("api:admin");
  await askerAt(port, key)("PUT", "config/status_page_settings", { enabled: true, slug: "bench" });
  for (let at = 0; at < components; at += 1)
    await create(port, key, "status_page_components", { name: `Component ${at}`, group: `Group ${at % 5}` });
  const team = await create(port, key, "teams", { name: "Readers" });
  const { bytes, head } = await answerOf(port);
  const peerPort = await freePort();
  const file = join(folder, "page.gz");
  writeFileSync(file, bytes);
  await startPeer(peerPort, "file", file);

  const page = await readers(port, "/status/bench");
  const busy = await Promise.all([readers(port, "/status/bench"), calls(port, key, team.id)]);
  const bare = await readers(peerPort, "/");
  console.log(
    `a page of ${components} components, ${bytes.length} bytes as it is sent (${head}); ${connections} connections\n`,
  );
  printHead("what", "a second", "median ms", "p99 ms");
  for (const [what, figures] of [
    ["the page", page],
    ["the page, while the API works", busy[0]],
    ["the API meanwhile: a row by its id", busy[1]],
    ["node:http with the same bytes", bare],
  ] as const)
    printRow(what, Math.round(figures.perSecond), figures.p50.toFixed(1), figures.p99.toFixed(1));
});

function readers(port: number, path: string): Promise<Figures> {
  return load({
    port,
    requests: [get(path, "Accept-Encoding: gzip\r\n")],
    connections,
    seconds,
    status: 200,
  });
}

function calls(port: number, key: string, id: string): Promise<Figures> {
  const requests = [get(`/api/v1/config/teams/${id}`, `Authorization: Bearer ${key}\r\n`)];
  return load({ port, requests, connections: 2, seconds, status: 200 });
}

/** The compressed bytes of the page, which fetch would unpack. */
function answerOf(port: number): Promise<{ readonly bytes: Buffer; readonly head: string }> {
  return new Promise((resolve, reject) => {
    const headers = { "accept-encoding": "gzip" };
    request({ host: "127.0.0.1", port, path: "/status/bench", headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({
          bytes: Buffer.concat(parts),
          head: String(answer.headers["content-encoding"] ?? "as it is"),
        }),
      );
    })
      .on("error", reject)
      .end();
  });
}

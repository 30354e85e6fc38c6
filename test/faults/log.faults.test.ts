/**
 * What a node's log says of things that are away: one line at each change, whatever is asked of them meanwhile. A real
 * PostgreSQL, mail server and target.
 */
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFailed } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { startMailServer } from "../events/support.ts";
import { until } from "../support/until.ts";
import { createAlertCalls, makeAlerting } from "./alert-calls.ts";
import { install } from "./installation.ts";
import { makePostgres } from "./postgres.ts";

const awayMs = 32_000;
const warn = 40;

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly err?: unknown;
}

it("says once of a database, a mail server and a target that they are away, and that they are back", {
  timeout: 400_000,
}, async () => {
  const postgres = await makePostgres();
  await postgres.start();
  const mailPort = await freePort();
  let refuses = true;
  const target = createServer((_, response) => response.writeHead(refuses ? 500 : 200).end());
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  const { port } = target.address() as { port: number };
  const installation = await install(postgres.url);
  const node = await installation.start({
    LOG_LEVEL: "info",
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
  });
  onTestFailed(() => console.log(node.output()));
  const lines = (from = 0): readonly Line[] =>
    node
      .output()
      .split("\n")
      .slice(from)
      .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Line] : []));
  const saying = (words: RegExp, from = 0) => lines(from).filter(({ msg }) => words.test(msg));
  const calls = createAlertCalls(installation.key, () => node.url);
  const { mailboxes, hook, fire } = await makeAlerting(calls, `http://127.0.0.1:${port}/hook`, [
    "a@example.com",
  ]);

  // Neither the mail server nor the target takes anything; each is tried several times.
  for (let index = 0; index < 5; index += 1) await fire(`in vain ${index}`, [...mailboxes, hook]);
  const vain = /^(the mail server|a target) takes no messages/;
  await until(() => saying(vain).length === 2, 60_000);
  await pause(8_000);
  expect(saying(vain)).toHaveLength(2);
  refuses = false;
  const mail = await startMailServer({ port: mailPort });
  await until(() => saying(/takes messages again, after \d+ seconds?$/).length === 2, 90_000);

  const before = node.output().split("\n").length - 1;
  await postgres.kill();
  let refused = 0;
  for (const end = performance.now() + awayMs; performance.now() < end; await pause(50)) {
    const answers = await Promise.all(
      ["readyz", "api/v1/config/teams", "status/acme"].map((path) =>
        fetch(`${node.url}/${path}`, { headers: { authorization: `Bearer ${installation.key}` } }),
      ),
    );
    for (const answer of answers) await answer.text();
    refused += answers.filter(({ status }) => status === 503).length;
  }
  await postgres.start();
  const back = /^the database is there again: ready, after 3\d seconds$/;
  await until(() => saying(back, before).length === 1, 60_000);
  await pause(8_000);
  const said = lines(before).filter(({ level }) => level >= warn);
  expect(refused).toBeGreaterThan(200);
  expect(said.filter(({ msg }) => msg.startsWith("not ready: "))).toHaveLength(1);
  // What the database was missing for is an example, without a stack.
  expect(
    said.map(({ msg }) => msg).filter((msg) => !msg.startsWith("not ready: ")).length,
  ).toBeLessThanOrEqual(1);
  expect(said.filter(({ err }) => err !== undefined)).toEqual([]);
  await node.stop();
  await mail.close();
  target.close();
  await postgres.remove();
});

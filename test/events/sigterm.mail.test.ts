/** SIGTERM while a mail is on its way: what is being sent is finished, the rest is there at the next start. */
import { expect, it } from "vitest";
import { startProgram } from "../support/program.ts";
import { until } from "../support/until.ts";
import { startMailServer } from "./support.ts";

it("neither loses a mail nor sends one twice", { timeout: 120_000 }, async () => {
  const server = await startMailServer();
  const answers: (() => void)[] = [];
  server.answer = () => new Promise((resolve) => answers.push(() => resolve(undefined)));
  const env = { SMTP_URL: server.url };
  const first = await startProgram(env);
  const key = first.firstKey();
  const call = async (method: string, path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(`${first.url}/api/v1/${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
  };
  await call("PUT", "config/notification_settings", { recipients: ["ops@example.com"] });
  for (let index = 0; index < 20; index += 1)
    await call("POST", "events", { event: "slo_breach", title: `Number ${index}` });
  for (let sent = 0; sent < 5; sent += 1) {
    await until(() => answers.length > 0);
    answers.shift()?.();
  }
  await until(() => answers.length > 0);

  // The mail server answers the sixth only when the program has long begun to stop.
  const stopped = first.stop();
  await until(() => first.output().includes("draining"));
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(first.child.exitCode).toBeNull();
  answers.shift()?.();
  expect(await stopped).toBe(0);
  expect(server.mails).toHaveLength(6);

  server.answer = () => undefined;
  const second = await startProgram(env, first.directory);
  await until(() => server.mails.length >= 20);
  expect(await second.stop()).toBe(0);
  await server.close();
  const subjects = server.mails.map(({ headers }) => headers.subject?.replace(/^.*: /, ""));
  expect(subjects).toEqual(Array.from({ length: 20 }, (_, index) => `Number ${index}`));
  expect(new Set(server.mails.map(({ headers }) => headers["message-id"])).size).toBe(20);
});

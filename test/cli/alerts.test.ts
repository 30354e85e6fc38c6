/** `orgconfig alerts why` as it is typed: the exit code is the answer. */
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { created, listed, makeScene, minute, type Scene } from "../alerts/support.ts";
import { type MailServer, startMailServer } from "../events/support.ts";
import { orgconfig as run } from "../support/command.ts";
import { makePerson } from "../support/people.ts";
import { startService, type TestService } from "../support/service.ts";

let app: TestService;
let mail: MailServer;
let scene: Scene;
let env: Record<string, string>;
let alert: string;
const ann = "ann@example.com";
beforeAll(async () => {
  mail = await startMailServer();
  app = await startService({ SMTP_URL: mail.url });
  scene = await makeScene(app);
  await makePerson(app.database, scene.tenant.organization.id, ann);
  const team = await created(scene, "teams", { name: "Payments" });
  await created(scene, "team_members", { team_id: team, email: ann });
  const body = { destinations: [{ team_id: team }] };
  await scene.tenant.config("PUT", `alert_routes/${scene.route}`, { body });
  await scene.notify({}, [{ name: "Down", startsAt: minute(0) }]);
  await app.service.delivery.flush();
  [{ id: alert }] = await listed(scene);
  await app.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.service.server.server.address() as AddressInfo;
  const { value } = await app.makeKey(scene.tenant.organization.id, ["api:config_read"]);
  env = { ORGCONFIG_URL: `http://127.0.0.1:${port}`, ORGCONFIG_KEY: value };
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

const why = (...args: readonly string[]) => run(["alerts", "why", ...args], env);

it("exits 0 for a person and a team by its name who were notified, with what decided", async () => {
  const person = await why(alert, "--email", ann);
  expect([person.code, person.stderr]).toEqual([0, ""]);
  expect(person.stdout).toMatch(
    /^Notified: A message was sent to ann@example\.com on .*, by the route "all"\.\n/,
  );
  const team = await why(alert, "--team", "Payments", "--json");
  expect([team.code, JSON.parse(team.stdout)]).toEqual([0, expect.objectContaining({ notified: true })]);
});

it("exits 1 for a target by its name that was not, and says why", async () => {
  const { code, stdout } = await why(alert, "--target", "pager");
  expect(code).toBe(1);
  expect(stdout).toMatch(/^Not notified: No route and no rule leads to the target "pager"\./);
});

it("exits 2 for nobody, and for an alert that is not there", async () => {
  const nobody = await why(alert);
  expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining("--email, --team and --target")]);
  const gone = await why("alert_x", "--email", ann);
  expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining("There is no such alert")]);
});

/** Answers by text message and by a key in a call: signed by the gateway, known by the number, and no more than a person can take. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { siteUrlOf } from "../../src/environment.ts";
import { phonePaths, signatureOf } from "../../src/kernel/phone-replies.ts";
import { mostPerDay } from "../../src/kernel/text-message.ts";
import { addVerified, newNumber, recordingReach } from "../identity/ways-scene.ts";
import { startService, type TestService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";
import { type PagingScene, pagingScene, stopTimed } from "./scene.ts";

const secret = "0123456789abcdef";
const reach = recordingReach();
let app: TestService;
let made: PagingScene;
beforeAll(async () => {
  const env = {
    ORGCONFIG_PHONE_ACCOUNT: "AC1",
    ORGCONFIG_PHONE_TOKEN: secret,
    ORGCONFIG_PHONE_FROM: "+15005550006",
  };
  app = await startService(env, [], undefined, { reach });
  await stopTimed(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  made = await pagingScene(app);
});

/** Where the service says that people reach it. */
const site = () => siteUrlOf(app.settings);
const ada = () => made.people[0] as PagingScene["people"][number];
const flush = () => app.service.pages.flush();

async function numberOf(kind: "sms" | "call", number = newNumber()): Promise<string> {
  await addVerified(ada(), reach, { kind, number });
  reach.sent.length = 0;
  return number;
}

interface Sent {
  readonly query?: string;
  readonly by?: string;
}

/** As the gateway posts it. */
function post(path: string, form: Readonly<Record<string, string>>, { query = "", by = secret }: Sent = {}) {
  const url = `${path}${query}`;
  return app.send("POST", url, {
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": signatureOf(by, `${site()}${url}`, form),
    },
    body: new URLSearchParams(form).toString(),
  });
}

describe("a text message", () => {
  it("acknowledges by a 1 sent back from the number that got it", async () => {
    const number = await numberOf("sms");
    const id = await made.fire("Slow");
    await flush();
    expect(reach.sent.map(({ to }) => to)).toEqual([{ kind: "sms", number }]);
    const odd = await post(phonePaths.text, { From: number, Body: "what?" });
    expect([odd.status, odd.text]).toEqual([200, expect.stringContaining("Reply 1 to acknowledge")]);
    expect((await made.alert(id)).status).toBe("open");
    const answer = await post(phonePaths.text, { From: number, Body: " 1 " });
    expect(answer.text).toContain("it is yours");
    const alert = await made.alert(id);
    expect(alert).toMatchObject({ status: "acknowledged", acknowledged_by: ada().email });
    expect(alert.pages).toMatchObject([{ closed_by: `${ada().email} by sms` }]);
    expect((await post(phonePaths.text, { From: number, Body: "1" })).text).toContain(
      "Nothing of yours is open",
    );
  });

  it("is counted for the operator, as a call is, by organization", async () => {
    const use = async () => {
      const { data } = (await siteOf(app).operator("GET", "operator/use")).body;
      const used = data.find(
        (one: { organization_id: string }) => one.organization_id === made.organizationId,
      );
      return [used.texts_last_month, used.calls_last_month];
    };
    const number = await numberOf("sms");
    await addVerified(ada(), reach, { kind: "call", number });
    expect(await use()).toEqual([0, 0]);
    for (const name of ["One", "Two"]) await made.fire(name);
    await flush();
    expect(await use()).toEqual([2, 2]);
  });

  it("from a number of nobody, or without the gateway's signature, does nothing", async () => {
    const number = await numberOf("sms");
    const id = await made.fire("Slow");
    await flush();
    expect((await post(phonePaths.text, { From: newNumber(), Body: "1" })).text).toContain(
      "Nothing of yours",
    );
    expect((await post(phonePaths.text, { From: number, Body: "1" }, { by: "another secret" })).status).toBe(
      403,
    );
    expect((await made.alert(id)).status).toBe("open");
  });

  it("comes once a minute about a group of alerts, and so often a day at most", async () => {
    await numberOf("sms");
    const first = await made.fire("Slow");
    await flush();
    // The same group has one alert more.
    await made.notify({ group: "Slow" }, [
      {
        name: "Slow 2",
        startsAt: new Date().toISOString(),
        labels: { service: "shop", severity: "critical" },
      },
    ]);
    await flush();
    expect(reach.sent).toHaveLength(1);
    const { data } = (await made.tenant.api("GET", "alerts")).body;
    const second = data.find(({ title }: { title: string }) => title === "Slow 2");
    const sms = second.deliveries.find(({ kind }: { kind: string }) => kind === "sms");
    expect(sms.error).toContain("one a minute");
    expect(second.id).not.toBe(first);
    await app.database.execute(
      `INSERT INTO phone_messages (way_id, about) SELECT way_id, 'other' FROM phone_messages, generate_series(1, ${mostPerDay}) WHERE way_id IN (SELECT id FROM ways WHERE user_id = '${ada().id}')`,
    );
    const third = await made.fire("Another");
    await flush();
    expect(reach.sent).toHaveLength(1);
    const { deliveries } = await made.alert(third);
    expect(deliveries.find(({ kind }: { kind: string }) => kind === "sms").error).toContain(
      "within 24 hours",
    );
  });
});

describe("a call", () => {
  it("acknowledges its own alert by a key, and passes it on by another", async () => {
    const number = await numberOf("call");
    const [one, two] = [await made.fire("One"), await made.fire("Two")];
    await flush();
    const key = (id: string, digits: string) =>
      post(phonePaths.call, { To: number, Digits: digits }, { query: `?alert_id=${id}` });
    expect((await key(one, "7")).text).toContain("<Gather");
    expect((await key(one, "1")).text).toContain("Acknowledged");
    expect([(await made.alert(one)).status, (await made.alert(two)).status]).toEqual([
      "acknowledged",
      "open",
    ]);
    expect((await key(two, "2")).text).toContain("Passed on");
    expect((await made.alert(two)).pages.at(-1)).toMatchObject({
      email: made.people[1]?.email,
      role: "secondary",
    });
    expect((await key("alert_of_another", "1")).text).toContain("Nothing is open");
  });
});

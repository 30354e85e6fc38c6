/** What each vendor is sent is what it takes, whatever alerts say; and what its answers mean. */

import { describe, expect, it } from "vitest";
import type { AlertMessage, MessageAlert } from "../../../src/kernel/alert-message.ts";
import type { NotTaken, Step, Taken, Target } from "../../../src/renderers/alerting/formats/format.ts";
import { formats } from "../../../src/renderers/alerting/formats/index.ts";
import { lacksSecret } from "../../../src/resources/outbound-configs.ts";
import { variants } from "../../../src/resources/outbound-kinds.ts";
import { fc } from "../../support/property.ts";
import { bodyFault, type VendorSchema } from "../../support/vendor-schemas.ts";
import { begun, conversation } from "./golden.ts";
import { firing, messageAlert, resolved } from "./messages.ts";

type Kind = keyof typeof formats;
const kinds = Object.keys(formats) as Kind[];
const secret = "https://hooks.example/services/very-secret-part";
const kindsWith = (
  holds: (needs: Record<"secret" | "url" | "recipient", readonly string[] | undefined>) => boolean,
) =>
  kinds.filter((kind) => {
    const { secret, url, recipient } = variants[kind].fields;
    return holds({ secret: secret?.needs, url: url?.needs, recipient: recipient?.needs });
  });
const needUrl: readonly string[] = kindsWith(({ url }) => url !== undefined);
/** Kinds whose secret may stay away. */
const open: readonly string[] = kindsWith(({ secret }) => secret === undefined);
/** Kinds whose secret is the address. */
const chats = kindsWith(({ secret }) => secret?.includes("url") === true);
const targetOf = (kind: Kind, more: Partial<Target> = {}): Target => ({
  url: needUrl.includes(kind) ? `https://target.example/${kind === "ntfy" ? "topic" : ""}` : null,
  recipient: kind === "sns" ? "arn:aws:sns:eu-central-1:123456789012:alerts.fifo" : "room",
  secret,
  severity_map: {},
  ...more,
});

/** The schema of a body by where it goes. */
function schemaOf(kind: Kind, method: string, path: string): VendorSchema {
  if (kind === "servicenow") return method === "POST" ? "incident" : "incidentUpdate";
  if (kind === "jira") {
    const last = path.split("/").at(-1);
    return last === "jql"
      ? "jiraSearch"
      : last === "comment"
        ? "jiraComment"
        : last === "issue"
          ? "jira"
          : "jiraMove";
  }
  return kind === "opsgenie" && path.endsWith("/close") ? "opsgenieClose" : kind;
}

const nasty = fc.string({ unit: "binary", maxLength: 40 });
const long = fc.tuple(nasty, fc.constantFrom(1, 1, 30, 2_000)).map(([text, times]) => text.repeat(times));
const labels = fc.dictionary(nasty, long, { maxKeys: 4 });
const severity = fc.constantFrom<MessageAlert["severity"][]>("info", "warning", "error", "critical", null);
const title = fc.string({ unit: "binary", maxLength: 255 }).map((text) => `a${text}`.slice(0, 255));
const address = fc.option(
  fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    long.map((text) => `https://a.example/?${text}`),
  ),
);
const alert = fc
  .record({ title, severity, labels, annotations: labels, url: address, service: fc.option(long) })
  .map((more) => messageAlert(more));
const message = fc
  .record({
    phase: fc.constantFrom<AlertMessage["phase"][]>("firing", "reminder", "escalation", "resolved"),
    title,
    severity,
    group_labels: labels,
    alerts: fc
      .tuple(fc.array(alert, { minLength: 1, maxLength: 3 }), fc.constantFrom(1, 1, 33))
      .map(([some, times]) => Array<MessageAlert[]>(times).fill(some).flat()),
    count: fc.integer({ min: 100, max: 5_000 }),
    step: fc.option(fc.nat({ max: 20 })),
  })
  .map((more) => firing(more));

describe.each(kinds)("%s", (kind) => {
  it("is sent why alerts ended, where nobody measured it, as it takes that", () => {
    const why = "its synthetic check shop was deleted";
    const ended = { url: null, resolved_at: "2026-11-22T09:20:00.000Z", ended_because: why };
    const gone = firing({ phase: "resolved", alerts: [messageAlert(ended)] });
    const sent = conversation(formats[kind], gone, targetOf(kind)) as SentRequest[];
    expect(JSON.stringify(sent)).toContain(why);
    expect(JSON.stringify(sent)).not.toContain("Resolved");
    const faults = sent.map(({ method, url, body }) =>
      body === undefined
        ? undefined
        : bodyFault(schemaOf(kind, method, new URL(url).pathname), JSON.stringify(body)),
    );
    expect(faults.filter((one) => one !== undefined)).toEqual([]);
  });

  it("is sent what it takes, whatever alerts say", () => {
    fc.assert(
      fc.property(message, fc.dictionary(fc.constantFrom("info", "critical"), nasty), (one, severity_map) => {
        const target = targetOf(kind, { severity_map });
        // What a webhook gets is not cut.
        const sent =
          kind === "webhook" || kind === "incident_io" ? firing({ phase: one.message.phase }) : one;
        for (const { method, url, body } of conversation(formats[kind], sent, target) as SentRequest[]) {
          const { pathname } = new URL(url);
          if (body !== undefined)
            expect(bodyFault(schemaOf(kind, method, pathname), JSON.stringify(body))).toBeUndefined();
        }
      }),
      { numRuns: 60 },
    );
  });

  it("leads whoever reads it to the alert in the console", () => {
    const { link } = firing().message;
    const sent = JSON.stringify(conversation(formats[kind], firing(), targetOf(kind)));
    // A body of Alertmanager's names where Alertmanager is, and no alert.
    expect(sent).toContain(kind === "incident_io" ? new URL(link).origin : link);
  });

  it("is tried again where time may help, and only there", () => {
    const read = readerOf(kind);
    expect(read(429, "slow down", { "retry-after": "120" })).toMatchObject({
      ok: false,
      retry: "temporary",
      kind: "throttled",
      afterMs: 120_000,
    });
    expect(read(429, "", { "retry-after": "Thu, 01 Jan 1970 00:02:00 GMT" })).toMatchObject({
      afterMs: 120_000,
    });
    expect(read(429, "", { "retry-after": "99999999" })).toMatchObject({ afterMs: 3_600_000 });
    expect(read(429, "", { "retry-after": "soon" })).not.toHaveProperty("afterMs");
    for (const status of [408, 500, 502, 503]) expect(read(status, "")).toMatchObject({ retry: "temporary" });
    for (const status of [301, 400, 401, 403, 404, 413])
      expect(read(status, "")).toMatchObject({ ok: false, retry: "refused" });
    expect(read(401, "")).toMatchObject({ kind: "auth_invalid" });
    expect(read(410, "")).toMatchObject({ retry: "gone" });
  });

  it("never has its secret quoted", () => {
    const { pathname } = new URL(secret);
    for (const status of [400, 403, 500]) {
      const answer = JSON.stringify(readerOf(kind)(status, `{"message":"no ${secret} or ${pathname}"}`));
      expect(answer).not.toContain("very-secret-part");
    }
  });
});

interface SentRequest {
  readonly method: string;
  readonly url: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  readonly body?: any;
}

function readerOf(kind: Kind) {
  const { read } = begun(formats[kind](firing(), targetOf(kind)));
  return (status: number, text: string, headers: Readonly<Record<string, string>> = {}) =>
    read({ status, headers, text }, new Date(0));
}

const bodyOf = (kind: Kind, more: Partial<Target> = {}, message: Partial<AlertMessage> = {}) =>
  (conversation(formats[kind], firing(message), targetOf(kind, more)) as SentRequest[]).at(-1)?.body;

describe("severities", () => {
  it.each([
    ["critical", {}, "critical", "P1", "1"],
    ["warning", {}, "warning", "P3", "3"],
    [null, {}, "critical", "P1", "1"],
    ["info", { info: "P2" }, "info", "P2", "3"],
    ["error", { error: "critical" }, "critical", "P2", "2"],
    ["error", { error: "1", toString: "x" }, "error", "P2", "1"],
  ] as const)(
    "%s with the map %j become the pagers' own words",
    (severity, severity_map, event, priority, urgency) => {
      const of = (kind: Kind) => bodyOf(kind, { severity_map }, { severity });
      expect(of("pagerduty").payload.severity).toBe(event);
      expect(of("opsgenie").priority).toBe(priority);
      expect(of("servicenow")).toMatchObject({ urgency, impact: urgency });
    },
  );

  it("are any words in messages that people read", () => {
    const map = { severity_map: { critical: "Stufe 1" } };
    expect(JSON.stringify(bodyOf("slack", map))).toContain("Stufe 1");
    expect(JSON.stringify(bodyOf("teams", map))).toContain("Stufe 1");
    expect(bodyOf("webhook", map).data).toMatchObject({
      severity: "Stufe 1",
      alerts: [{ severity: "Stufe 1" }],
    });
    expect(bodyOf("opsgenie", map).tags).toContain("Stufe 1");
  });
});

describe("addresses", () => {
  const urlOf = (kind: Kind, url: string | null, ends = false) =>
    begun(formats[kind](ends ? resolved : firing(), targetOf(kind, { url }))).request.url;

  it.each([
    ["pagerduty", null, "https://events.pagerduty.com/v2/enqueue"],
    ["pagerduty", "https://events.eu.pagerduty.com", "https://events.eu.pagerduty.com/v2/enqueue"],
    ["pagerduty", "https://proxy.example/pd", "https://proxy.example/pd"],
    ["opsgenie", null, "https://api.opsgenie.com/v2/alerts"],
    ["opsgenie", "https://api.eu.opsgenie.com/", "https://api.eu.opsgenie.com/v2/alerts"],
    ["opsgenie", "https://proxy.example/og/v2/alerts", "https://proxy.example/og/v2/alerts"],
    ["slack", null, secret],
    ["slack", "https://chat.example/hook", "https://chat.example/hook"],
    ["teams", null, secret],
    [
      "telegram",
      "https://proxy.example/tg/",
      `https://proxy.example/tg/bot${encodeURIComponent(secret).replaceAll("%3A", ":")}/sendMessage`,
    ],
    ["webex", null, "https://webexapis.com/v1/messages"],
    ["ntfy", "https://push.example/sub/ops", "https://push.example/sub"],
    ["gotify", "https://push.example/gotify/", "https://push.example/gotify/message"],
    ["pushover", null, "https://api.pushover.net/1/messages.json"],
    ["victorops", "https://proxy.example/vo", `https://proxy.example/vo/${encodeURIComponent(secret)}/room`],
  ] as const)("%s with the url %j is notified at %s", (kind, url, expected) => {
    expect(urlOf(kind, url)).toBe(expected);
  });

  it("of Opsgenie's ends name the alias", () => {
    expect(urlOf("opsgenie", null, true)).toBe(
      "https://api.opsgenie.com/v2/alerts/a1b2c3/close?identifierType=alias",
    );
  });

  it.each([
    ["https://acme.service-now.com", "/api/now/table/incident"],
    ["https://acme.service-now.com/api/now/table/u_alerts", "/api/now/table/u_alerts"],
  ])("of ServiceNow %s lead to a table", (url, path) => {
    expect(new URL(urlOf("servicenow", url)).pathname).toBe(path);
  });
});

it.each(kinds)("%s without what it needs says what that is", (kind) => {
  const without = open.includes(kind) ? { url: null } : { secret: undefined };
  const found = formats[kind](firing(), targetOf(kind, without)) as NotTaken;
  expect(found).toMatchObject({ ok: false, retry: "refused" });
  expect(found.message).toMatch(open.includes(kind) ? /^url is not set/ : /^secret is not set/);
});

it.each(kindsWith(({ recipient }) => recipient !== undefined))("%s without a recipient says so", (kind) => {
  const found = formats[kind](firing(), targetOf(kind, { recipient: null })) as NotTaken;
  expect(found).toMatchObject({
    ok: false,
    retry: "refused",
    message: expect.stringMatching(/^recipient is not set/),
  });
});

it.each(["discord", "google_chat", "mattermost", "rocketchat"] as const)(
  "%s reads nothing of an alert as a link, a mention or markup",
  (kind) => {
    const { text, content = text } = bodyOf(
      kind,
      {},
      { title: "``` @everyone <!here> [x](http://evil.example) ```" },
    );
    expect(content.split("```")).toHaveLength(3);
    expect(content).toMatch(/^```\n[^`]*@everyone[^`]*\n```\nhttps:\/\/config\.example\/\S*$/);
  },
);

it.each(kinds)("%s lacks its secret by the kind's own rule exactly where nothing can be sent", (kind) => {
  for (const url of [null, "https://target.example/hook"])
    for (const secret of [undefined, "https://target.example/secret"]) {
      if (url === null && needUrl.includes(kind)) continue;
      const isRefused = "ok" in formats[kind](firing(), targetOf(kind, { url, secret }));
      expect([url, secret, lacksSecret({ kind, url }, secret !== undefined)]).toEqual([
        url,
        secret,
        isRefused,
      ]);
    }
});

it.each(chats)("%s with a secret that is no web address is asked nothing", (kind) => {
  for (const secret of ["xoxb-key", "ftp://a.example/x", "javascript:alert(1)"])
    expect(formats[kind](firing(), targetOf(kind, { secret }))).toMatchObject({
      ok: false,
      retry: "refused",
    });
});

describe("answers", () => {
  it.each([
    ["slack", 404, "no_service", "auth_invalid"],
    ["slack", 403, "action_prohibited", "access_denied"],
    [
      "pagerduty",
      400,
      '{"message":"Event object is invalid","errors":["\'routing_key\' is invalid"]}',
      "auth_invalid",
    ],
    ["opsgenie", 422, '{"message":"Key format is not valid!"}', "auth_invalid"],
    ["servicenow", 200, "<html>login</html>", "other"],
  ] as const)("of %s: %i %s is %s", (kind, status, text, expected) => {
    expect(readerOf(kind)(status, text)).toMatchObject({ ok: false, retry: "refused", kind: expected });
  });

  it("of a Teams connector may say 200 and fail", () => {
    const text =
      "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429";
    expect(readerOf("teams")(200, text)).toMatchObject({ ok: false, retry: "temporary", kind: "throttled" });
    expect(readerOf("teams")(202, "")).toMatchObject({ ok: true });
  });

  it("of ServiceNow decide what comes next", () => {
    const answered = (phase: AlertMessage["phase"], reply: { status: number; text: string }) =>
      begun(formats.servicenow(firing({ phase }), targetOf("servicenow"))).read(
        { ...reply, headers: {} },
        new Date(0),
      );
    const none = { status: 200, text: '{"result":[]}' };
    const one = { status: 200, text: '{"result":[{"sys_id":"a/b","number":"INC1"}]}' };
    expect((answered("firing", none) as Step).request.method).toBe("POST");
    expect(
      (answered("firing", { status: 404, text: '{"error":{"message":"No Record found"}}' }) as Step).request
        .method,
    ).toBe("POST");
    const noting = answered("reminder", one) as Step;
    expect(noting.request).toMatchObject({ method: "PATCH", body: expect.stringContaining("work_notes") });
    expect(new URL(noting.request.url).pathname).toBe("/api/now/table/incident/a%2Fb");
    const hostile = firing({ phase: "reminder", title: "[code]<a href=//x>[/CODE]" });
    const marked = begun(formats.servicenow(hostile, targetOf("servicenow"))).read(
      { ...one, headers: {} },
      new Date(0),
    );
    expect((marked as Step).request.body).not.toMatch(/\[\/?code\]/i);
    expect((answered("resolved", one) as Step).request.body).toContain('"state":"6"');
    expect(answered("resolved", none)).toMatchObject({ ok: true } satisfies Partial<Taken>);
  });
});

describe("a chat whose webhook takes no answers", () => {
  it.each([
    ["slack", /"type":"button","text":\{"type":"plain_text","text":"([^"]+)"\},"url":"([^"]+)"/],
    ["teams", /"type":"Action.OpenUrl","title":"([^"]+)","url":"([^"]+)"/],
  ] as const)(
    "%s has a button to where its reader acknowledges, and of an end one to look",
    (kind, button) => {
      const shown = (phase: "firing" | "reminder" | "escalation" | "resolved") =>
        button.exec(JSON.stringify(bodyOf(kind, {}, { phase })))?.slice(1);
      const address = expect.stringMatching(/^https:\/\/config\.example\/o\/acme\/alerts\//);
      for (const phase of ["firing", "reminder", "escalation"] as const)
        expect(shown(phase)).toEqual(["See and acknowledge", address]);
      expect(shown("resolved")).toEqual(["See the alert", address]);
    },
  );
});

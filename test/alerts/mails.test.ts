/** What people read in the mails about alerts, as a real mail server receives them. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type MailServer, startMailServer, textOf } from "../events/support.ts";
import { startService, type TestService } from "../support/service.ts";
import { created, makeScene, minute, type Scene } from "./support.ts";

let app: TestService;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startService({ ORGCONFIG_PUBLIC_URL: "https://config.example", SMTP_URL: mail.url });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});
beforeEach(() => {
  mail.mails.length = 0;
});

const labels = { service: "checkout", severity: "critical", team: "payments" };
const annotations = {
  summary: "5% of requests fail",
  description: "502 from the gateway",
  runbook_url: "https://wiki.example/runbooks/502",
};

async function scene(): Promise<Scene> {
  const made = await makeScene(app, { destinations: [{ email: "ada@example.com" }] });
  const body = { timezone: "Europe/Stockholm" };
  const { status, text } = await made.tenant.config("PUT", "organization_settings", { body });
  if (status !== 200 && status !== 201) throw new Error(text);
  return made;
}

/** Fires, and answers the one mail: its subject and both its parts. */
async function mailed({ notify }: Scene, ...fired: Parameters<Scene["notify"]>[1]) {
  await notify({}, fired);
  await app.service.delivery.flush();
  expect(mail.mails).toHaveLength(1);
  const [one] = mail.mails as [(typeof mail.mails)[number]];
  return {
    headers: one.headers,
    text: textOf(one).replaceAll("\r\n", "\n"),
    html: textOf(one, "html"),
  };
}

it("of an alert says how grave it is and where first, and each thing once", async () => {
  const { headers, text, html } = await mailed(await scene(), {
    ...{ name: "Errors", startsAt: minute(0), labels, annotations },
  });
  expect(headers.subject).toMatch(/^\[Organization \d+\] Firing, critical: checkout: 5% of requests fail$/);
  expect(headers["content-type"]).toContain("multipart/alternative");
  expect(headers).not.toHaveProperty("list-unsubscribe");
  const [title, , , lead] = text.split("\n");
  expect(title).toBe("checkout: 5% of requests fail");
  // Nine in the morning, UTC, on the organization's clocks.
  expect(lead).toMatch(/^Firing, critical, since \d+ \w+ \d{4}, 1[01]:00 CES?T\.$/);
  expect(text).toMatch(/See the alert:\nhttps:\/\/config\.example\/o\/\S+\/alerts\/alert_/);
  expect(text).toContain("Open the runbook:\nhttps://wiki.example/runbooks/502");
  expect(text).toMatch(/^team +payments$/m);
  for (const once of ["5% of requests fail", "502 from the gateway", "checkout", "critical", "runbooks/502"])
    expect(text.split(once), once).toHaveLength(2);
  // The page says what the text says, on dark as on light, and loads nothing.
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain("@media (prefers-color-scheme:dark)");
  expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/i);
  for (const said of [title, lead, "502 from the gateway", "https://wiki.example/runbooks/502"])
    expect(html).toContain(said);
});

it("takes nothing that somebody wrote for markup, a header or a link", async () => {
  const evil = '"><script>alert(1)</script>\r\nBcc: victim@example.com\u202e';
  const { headers, text, html } = await mailed(await scene(), {
    name: "Errors",
    startsAt: minute(0),
    labels: { ...labels, service: evil, evil, team: "<a href='https://evil.example'>x</a>" },
    annotations: { summary: evil, description: evil, runbook_url: "javascript:alert(1)" },
  });
  expect(Object.keys(headers)).not.toContain("bcc");
  expect(headers.subject).not.toMatch(/[\r\n\u202e]/);
  expect(html).not.toMatch(
    /<script|<a href='|href="(?!https:\/\/config\.example|http:\/\/prometheus\.example)/,
  );
  expect(html).toContain("&lt;script&gt;");
  expect(`${text}${html}`).not.toMatch(/javascript:|\u202e/);
});

it("of several lists each once, and their end says since when and until when", async () => {
  const made = await scene();
  const fired = ["A", "B"].map((name) => ({ name, startsAt: minute(0), labels, annotations: {} }));
  const { headers, text } = await mailed(made, ...fired);
  expect(headers.subject).toMatch(/\] Firing, critical: checkout: 2 alerts: A$/);
  expect(text).toMatch(/^- A, since .* CES?T$/m);
  expect(text).toMatch(/^- B, since .* CES?T$/m);
  expect(text).toMatch(/^What they share\nteam +payments$/m);
  mail.mails.length = 0;
  const ended = await mailed(made, { ...(fired[0] as (typeof fired)[number]), endsAt: minute(32) });
  expect(ended.headers.subject).toMatch(/\] Resolved: checkout: A$/);
  expect(ended.text.replaceAll("\n", " ")).toMatch(
    /Resolved, critical, since .*:00 CES?T, until .*:32 CES?T\./,
  );
});

it("shows the last hour of the SLO behind it, and what nobody measured as unknown", async () => {
  const made = await scene();
  const source = await created(made, "data_sources", {
    ...{ name: "Prometheus", type: "prometheus", url: "https://prometheus.example.com" },
  });
  const sli = await created(made, "slis", {
    ...{ name: "requests", service: "checkout", kind: "ratio", data_source_id: source },
    ...{ bad_query: "sum(rate(bad[5m]))", total_query: "sum(rate(all[5m]))" },
  });
  const slo = await created(made, "slos", {
    ...{ name: "availability", service: "checkout", sli_id: sli, target_percent: 99.9 },
  });
  const report = (steps: number, total: number, bad: number) =>
    app.database.queryText(
      {
        name: "test-figures",
        text: `INSERT INTO figures (organization_id, kind, id, span, at, weight, figures)
          VALUES ($1, 'slos', $2, 300, date_bin('5 minutes', now(), '2000-01-01Z') - $3 * interval '5 minutes', 1,
            jsonb_build_object('total_rate', jsonb_build_array($4::float), 'bad_rate', jsonb_build_array($5::float)))`,
      },
      [made.tenant.organization.id, slo, steps, total, bad],
    );
  await report(13, 100, 100);
  await report(4, 100, 1);
  await report(2, 0, 0);
  await report(1, 100, 8);
  const { text, html } = await mailed(made, {
    ...{ name: "SLOBurnRate", startsAt: minute(0), annotations },
    labels: { ...labels, orgconfig_slo_id: slo },
  });
  expect(text).toContain('Bad events of the SLO "availability", the last hour\n???????▂??█?\n');
  const words = text.replaceAll("\n", " ");
  expect(words).toContain("1% at first, 8% at last, 8% at most. Its target of 99.9% allows 0.1%.");
  expect(words).toContain("A ? is a step without figures or events.");
  expect(html.match(/class="unknown"/g)).toHaveLength(10);
  expect(text).not.toContain("orgconfig_slo_id");

  // An SLO of nobody, or of another organization, is no picture.
  const other = await scene();
  mail.mails.length = 0;
  const strange = await mailed(other, {
    ...{ name: "SLOBurnRate", startsAt: minute(0), annotations },
    labels: { ...labels, orgconfig_slo_id: slo },
  });
  expect(strange.text).not.toContain("availability");
});

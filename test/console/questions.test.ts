/** What people on call type into the palette, and where it has to lead: the first answer counts. */
import { describe, expect, it } from "vitest";
import { placesFor } from "../../console/shell/fixed-places.ts";
import { answerTo } from "../../console/shell/ranked.ts";
import { sentenceOf } from "../../console/shell/sentences.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsOf } from "../../src/surfaces/console/definitions.ts";

const { kinds } = definitionsOf(definitions, []);
const here = { id: "org_1", slug: "acme", name: "Acme", role: "org_admin" } as const;
const services = ["checkout", "search", "payments", "legacy crm", "api"];
const named = (title: string, what: string, text = "") => ({
  key: `row ${title}`,
  ...{ title, what, also: undefined, text: () => `${title} ${text}` },
});
const rows = [
  ...services.map((service) => named(service, "Service")),
  named("Platform", "Teams"),
  named("Platform / ben@example.com", "Team members"),
  named("Critical to platform", "Alert routes", "hooks.slack.example"),
  named("checkout / latency", "SLOs"),
];
const all = [
  ...placesFor(here, kinds, [], []),
  { ...named("Sign out", "Action"), key: "out", also: "log out, logout" },
  ...rows,
];

/** A Friday at 16:30 in Berlin. */
const now = Date.parse("2026-11-27T15:30:00Z");

function answersOf(text: string): readonly string[] {
  const sentence = sentenceOf(text, now, "Europe/Berlin", services);
  const { hits } = answerTo(all, text);
  const asked =
    sentence === undefined
      ? []
      : [`${sentence.act} ${sentence.service} ${sentence.at?.slice(5, 16) ?? ""}`.trim()];
  return [...asked, ...hits.map(({ key }) => key.replace(/^(menu )?\/o\/acme/, "").replace(/^$/, "now"))];
}

const questions: readonly (readonly [text: string, answer: string])[] = [
  ["who gets paged for checkout at 3am", "who checkout 11-28T02:00"],
  ["mute checkout 2h", "mute checkout 11-27T17:30"],
  ["sso", "/sign-in"],
  ["teammate", "members?new"],
  ["maintenance", "/new/status_page_incidents Plan maintenance"],
  ["second factor", "/account/security"],
  ["sessions", "/account/security"],
  ["restore", "/changes"],
  ["on call", "/on-call"],
  ["proposals", "/proposals"],
  ["why was ben not notified", "/alerts"],
  // Alerts
  ["what is firing", "/alerts"],
  ["what's firing right now", "/alerts"],
  ["ack", "/alerts"],
  ["acknowledge an alert", "/alerts"],
  ["did anybody get the page", "/alerts"],
  ["why wasn't I paged", "/alerts"],
  ["why was nobody paged last night", "/alerts"],
  ["missed page", "/alerts"],
  ["who gets paged", "/notified"],
  ["where do alerts go", "/notified"],
  ["where does this alert go", "/notified"],
  ["escalation policy", "/settings/alert_routes"],
  ["routing rules", "/settings/alert_routes"],
  ["catch all route", "/settings/alert_routes"],
  ["test alert", "/drills"],
  ["does paging work", "/drills"],
  ["test the pager", "/drills"],
  ["prove a route", "/drills"],
  ["game day", "/drills"],
  ["silence", "/settings/alert_mutes"],
  ["what is muted", "/settings/alert_mutes"],
  ["noisy alert", "/settings/alert_mutes"],
  ["unmute", "/settings/alert_mutes"],
  ["snooze payments for 30 min", "mute payments 11-27T16:00"],
  ["silence all alerts of legacy crm until monday", "mute legacy crm 11-30T08:00"],
  ["silence search", "mute search"],
  ["mute search tomorrow 9:00", "mute search 11-28T08:00"],
  ["mute deploys-bot 90 min", "mute deploys-bot 11-27T17:00"],
  ["mute sun", "mute sun"],
  ["dead man's switch", "/settings/alert_heartbeats"],
  ["backup job did not run", "/settings/alert_heartbeats"],
  ["contact points", "/settings/outbound_configs"],
  ["failing pager", "/settings/outbound_configs"],
  ["connect slack", "/team-alerts"],
  ["connect pagerduty", "/team-alerts"],
  // On call
  ["who is on call", "/on-call"],
  ["who's on call tonight?", "/on-call"],
  ["am I on call", "/on-call"],
  ["my next shift", "/on-call"],
  ["cover my shift", "/on-call"],
  ["swap a shift", "/on-call"],
  ["calendar feed", "/on-call"],
  ["pager load", "/on-call"],
  ["who is on call for payments", "who payments"],
  ["holiday", "/settings/absences"],
  ["I am sick", "/settings/absences"],
  ["time off", "/settings/absences"],
  ["rotation", "/settings/on_call_rotas"],
  ["how am I paged", "/account/ways"],
  ["my phone number", "/account/ways"],
  ["push notifications on my phone", "/account/ways"],
  ["do not disturb", "/account/ways"],
  // Incidents
  ["declare an incident", "/new/status_page_incidents"],
  ["tell customers", "/new/status_page_incidents"],
  ["start incident", "/new/status_page_incidents"],
  ["schedule maintenance", "/new/status_page_incidents Plan maintenance"],
  ["planned downtime", "/new/status_page_incidents Plan maintenance"],
  ["post an update", "/settings/status_page_incidents"],
  ["past incidents", "/settings/status_page_incidents"],
  ["subscribers", "/settings/status_page_settings"],
  ["status page logo", "/settings/status_page_settings"],
  // Deploys
  ["freeze payments", "freeze payments"],
  ["freeze deploys of checkout until monday", "freeze checkout 11-30T08:00"],
  ["why is my deploy blocked", "/settings/deploy_policies"],
  ["can I deploy", "/settings/deploy_policies"],
  ["break glass", "/settings/deploy_policies"],
  ["unfreeze", "/settings/deploy_policies"],
  // Reliability
  ["error budget", "/settings/slos"],
  ["burn rate", "/settings/slos"],
  ["how much budget is left", "/settings/slos"],
  ["when does the certificate expire", "/settings/certificate_monitors"],
  ["ssl", "/settings/certificate_monitors"],
  ["uptime", "/settings/synthetic_checks"],
  ["is the site up", "/settings/synthetic_checks"],
  ["exclude downtime", "/settings/slo_corrections"],
  ["connect prometheus", "/prometheus"],
  ["agent is silent", "/settings/connectors"],
  ["what is broken", "now"],
  ["is everything ok", "now"],
  // Changes
  ["who changed it", "/changes"],
  ["what changed last night", "/changes"],
  ["audit log", "/changes"],
  ["roll back", "/changes"],
  ["who deleted the route", "/changes"],
  ["drift", "/plans"],
  ["terraform code", "/export"],
  ["backup", "/export"],
  // People and keys
  ["invite a colleague", "members?new"],
  ["add a user", "members?new"],
  ["make somebody an admin", "/members"],
  ["offboard", "/members"],
  ["okta", "/sign-in"],
  ["require two factors", "/sign-in"],
  ["key for a pipeline", "keys?new"],
  ["revoke a key", "/keys"],
  ["leaked key", "/keys"],
  ["lost my phone", "/account/security"],
  ["2fa", "/account/security"],
  ["recovery codes", "/account/security"],
  ["sign out everywhere", "/account/security"],
  ["change my password", "/account/password"],
  ["claude", "/account/tokens"],
  ["logout", "out"],
  ["time zone", "/settings/organization_settings"],
  ["billing", "/plan"],
  ["migrate from opsgenie", "/move-in"],
  // Names, and words that somebody mistypes
  ["legacy crm", "row legacy crm"],
  ["checkout", "row checkout"],
  ["hooks.slack.example", "row Critical to platform"],
  ["certifcate", "/settings/certificate_monitors"],
  ["maintenence", "/new/status_page_incidents Plan maintenance"],
];

it("are a hundred and more", () => expect(questions.length).toBeGreaterThanOrEqual(100));

describe("the palette answers", () => {
  it.each(questions)("%s", (text, answer) => expect(answersOf(text)[0]).toBe(answer));
});

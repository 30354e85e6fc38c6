import { addressAllowed } from "../kernel/address.ts";
import { defineSetting } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import { boolean, integer, list, map, reference, text } from "../kernel/field.ts";
import type { Problem } from "../kernel/problem.ts";
import { usualMissingMinutes } from "../kernel/staleness.ts";
import { missingAfter, wordMeanings } from "./parts.ts";

export const organizationSettings = defineSetting({
  kind: "organization_settings",
  decides: true,
  title: "Organization",
  group: "Organization",
  description:
    "These settings are the organization itself: its name and time zone, who can be invited, and its security.",
  level: "admin",
  fields: {
    name: text({ description: "The organization's name.", max: 100, oneLine: true }),
    timezone: text({
      description: "The time zone that the console shows times in.",
      format: "timezone",
      max: 64,
      default: "UTC",
    }),
    security_contacts: list({
      description: "Who is notified about security.",
      max: 20,
      items: text({ description: "An email address.", format: "email", max: 254 }),
    }),
    default_team_id: reference({
      description: "The team that owns what names no other.",
      to: "teams",
      nullable: true,
    }),
    session_ttl_hours: integer({
      description: "How long a sign-in lasts.",
      min: 1,
      max: 720,
      unit: "hours",
      suggested: [8, 24, 168],
      default: 24,
      section: "Access",
    }),
    require_second_factor: boolean({
      description:
        "Whether members who sign in with a password need a second factor: an app's codes or a passkey. Who has none can still sign in and add one, and is served nothing of the organization until then, their tokens included. Sign-ins at the organization's own provider, API keys and the break-glass org_admin are not held to it.",
      default: false,
      section: "Access",
    }),
    allowed_email_domains: list({
      description: "Only addresses of these domains may be invited; empty allows any.",
      max: 50,
      items: text({ description: "A domain.", format: "domain", max: 253 }),
      section: "Access",
    }),
    key_max_lifetime_days: integer({
      description: "The longest a new key or token may live; null sets no bound.",
      min: 1,
      max: 3_650,
      unit: "days",
      suggested: [30, 90, 365],
      nullable: true,
      section: "Access",
    }),
    ip_allowlist: list({
      description: "The only addresses that credentials work from; empty allows any.",
      items: text({ description: "An address range.", format: "cidr", max: 64 }),
      section: "Access",
    }),
    severity_words: map({
      description:
        "What the label severity of alerts means here, where it is another word than the usual ones: a map of words to none, info, warning, error or critical, in which case does not count. It wins over the usual words. Those of critical are critical, crit, page, fatal, emergency, p1, sev1, and emerg, disaster, p0, sev0; of error: error, err, high, p2, sev2, and major; of warning: warning, warn, medium, p3, sev3, and moderate, minor; of info: info, notice, low, p4, p5, sev4, sev5, and information, informational, debug, ok; of none: none. An alert of severity none is recorded and routed, and never sent to a pager. A word that nobody knows counts as a warning for min_severity, is critical at a pager, and needs attention.",
      section: "Advanced",
    }),
    missing_after_minutes: missingAfter(
      "After how many minutes without figures of an SLO, a check or a certificate the alert MissingData is raised; null never raises it. An SLO has a time of its own, and a new one that says none takes this. An engine that is lost whole is an alert within two minutes, whatever stands here.",
      { default: usualMissingMinutes },
    ),
    alert_history_days: integer({
      description:
        "How long it is kept of an alert that has ended what it was and what was sent of it, so that plans can say what they would have changed. Alerts themselves are kept for 30 days after their end, and no longer than this.",
      min: 1,
      max: 365,
      unit: "days",
      suggested: [30, 90, 365],
      default: 90,
    }),
    audit_retention_days: integer({
      description: "How long audit records are kept.",
      min: 30,
      max: 3_650,
      unit: "days",
      suggested: [90, 365, 730],
      default: 365,
    }),
  },
  example: {
    name: "Acme",
    timezone: "Europe/Berlin",
    security_contacts: ["security@example.com"],
    default_team_id: exampleOf("teams"),
    key_max_lifetime_days: 90,
    severity_words: { blocker: "critical", watchdog: "none" },
  },
  initial: ({ name }) => ({ name }),
  organization: ({ name, ip_allowlist, session_ttl_hours, require_second_factor }) => ({
    name,
    ipAllowlist: ip_allowlist,
    sessionTtlHours: session_ttl_hours,
    secondFactorRequired: require_second_factor,
  }),
  check(after, before, { address }) {
    const { ip_allowlist, severity_words } = after.configuration;
    const words = wordProblems(severity_words);
    if (words.length > 0) return words;
    const changed = before === undefined || ip_allowlist.join() !== before.configuration.ip_allowlist.join();
    if (!changed || ip_allowlist.length === 0 || address === undefined) return [];
    if (addressAllowed(address, ip_allowlist)) return [];
    return [
      {
        field: "ip_allowlist",
        message: `would lock out the address that this request came from (${address}); add a range that holds it`,
        reason: "lockout",
      },
    ];
  },
});

function wordProblems(words: Readonly<Record<string, string>>): Problem[] {
  const seen = new Map<string, string>();
  return Object.entries(words).flatMap(([word, meaning]): Problem[] => {
    const field = `severity_words.${word}`;
    if (!(wordMeanings as readonly string[]).includes(meaning))
      return [{ field, message: `must be one of ${wordMeanings.join(", ")}` }];
    const plain = word.trim().toLowerCase();
    const before = seen.get(plain);
    seen.set(plain, word);
    if (plain === "") return [{ field, message: "must have a word as its name" }];
    if (before === undefined) return [];
    return [{ field, message: `is the word ${JSON.stringify(before)} again; leave one of them out` }];
  });
}

import { addressAllowed } from "../kernel/address.ts";
import { defineSetting } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import { integer, list, reference, text } from "../kernel/field.ts";

export const organizationSettings = defineSetting({
  kind: "organization_settings",
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
  },
  initial: ({ name }) => ({ name }),
  organization: ({ name, ip_allowlist, session_ttl_hours }) => ({
    name,
    ipAllowlist: ip_allowlist,
    sessionTtlHours: session_ttl_hours,
  }),
  check(after, before, { address }) {
    const { ip_allowlist } = after.configuration;
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

import { people } from "./people.ts";
import { type Body, ref, row, rows, type SeedRow } from "./row.ts";

const teams = rows(
  "teams",
  [
    "Checkout",
    "Data platform",
    "Données & IA",
    "Finance systems",
    "Identity",
    "Incident command",
    "Kundtjänst",
    "Logistics",
    "Mobile",
    "Payments",
    "Platform",
    "Storefront",
    "Søk & anbefalinger",
    "セキュリティ",
    "Склад",
    // Nobody is in it yet, and its name is as long as one can be.
    "Working group on the retirement of the legacy CRM and the migration of its customers' correspondence",
  ].map((name) => ({ name })),
);

const teamMembers = rows(
  "team_members",
  people.flatMap(({ email, teams }) => teams.map((team) => ({ team_id: ref("teams", team), email }))),
);

const period = (framework: string, name: string, starts_on: string, ends_on: string, more: Body = {}) =>
  row("compliance_periods", { name, framework, starts_on, ends_on, ...more });

const compliancePeriods = [
  period("soc2_type1", "SOC 2 type I, readiness", "2024-09-30", "2024-09-30", {
    notes: "A single day: type I looks at the design of controls and not at how they fared.",
  }),
  period("soc2_type2", "SOC 2 type II 2025", "2025-01-01", "2025-12-31"),
  period("soc2_type2", "SOC 2 type II 2026", "2026-01-01", "2026-12-31", {
    services: ["storefront", "checkout", "payments", "accounts"],
    notes:
      'Auditor: Kowalczyk & Søn.\n\n* Evidence is drawn on the first Monday of a month.\n* Changes marked "emergency" need a review within 2 working days.\n',
  }),
  period("iso27001", "ISO/IEC 27001:2022", "2026-03-01", "2029-02-28"),
  period("pci_dss", "PCI DSS 4.0.1 – påverkade system", "2026-04-01", "2027-03-31", {
    services: ["payments", "checkout", "edge"],
  }),
  period("hipaa", "HIPAA, pharmacy pilot", "2031-01-01", "2031-06-30", {
    services: ["återbruk"],
    notes: "Only if the pilot with the pharmacies goes ahead.",
  }),
  period("custom", "NIS2 självutvärdering", "2026-09-01", "2026-11-30"),
];

const settings = row("organization_settings", {
  name: "Tidewater",
  timezone: "Europe/Stockholm",
  security_contacts: ["security@tidewater.example", "ada@tidewater.example"],
  default_team_id: ref("teams", "Platform"),
  session_ttl_hours: 12,
  allowed_email_domains: ["tidewater.example", "kowalczyk.example", "example.com"],
  key_max_lifetime_days: 365,
  // Every address there is: a list that is not empty, and locks nobody out who tries the demo.
  ip_allowlist: ["0.0.0.0/0", "::/0"],
  audit_retention_days: 730,
  severity_words: { larm: "critical", störning: "error", watchdog: "none" },
});

export const organizationRows: readonly SeedRow[] = [
  ...teams,
  ...teamMembers,
  ...compliancePeriods,
  settings,
];

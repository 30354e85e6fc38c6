import { type Body, ref, row, type SeedRow } from "./row.ts";

const turns = (...mailboxes: readonly string[]) =>
  mailboxes.map((mailbox) => ({ people: [`${mailbox}@tidewater.example`] }));

const rota = (name: string, more: Body) =>
  row("on_call_rotas", { name, timezone: "Europe/Stockholm", ...more });

const workingDays = { days: ["mon", "tue", "wed", "thu", "fri"], start: "08:00", end: "18:00" };

const rotas = [
  rota("Shop", {
    team_id: ref("teams", "Platform"),
    description: "Whatever customers see. The second person is called where the first does not answer.",
    rotations: [
      {
        name: "Weeks",
        turns: turns("ben", "chloe", "thanh", "siobhan"),
        starts_on: "2026-01-05",
        handover: { unit: "weeks", at: "10:00" },
      },
      {
        name: "Second",
        role: "secondary",
        turns: turns("ben", "chloe", "thanh", "siobhan"),
        starts_on: "2026-01-05",
        handover: { unit: "weeks", at: "10:00" },
        offset: 2,
      },
    ],
    must_cover: { always: true },
    on_gap: "refuse",
    handover_target_id: ref("outbound_configs", "slack #larm"),
    fallback: { email: "oncall@tidewater.example" },
  }),
  rota("Betalningar", {
    team_id: ref("teams", "Payments"),
    rotations: [
      {
        name: "Days",
        turns: turns("dev", "emi"),
        starts_on: "2026-02-02",
        handover: { unit: "days", at: "08:00" },
      },
    ],
    must_cover: { hours: [workingDays] },
    fallback: { outbound_config_id: ref("outbound_configs", "slack #larm") },
  }),
  rota("Склад", {
    timezone: "Europe/Kyiv",
    rotations: [
      {
        turns: turns("olena"),
        starts_on: "2026-03-01",
        handover: { unit: "months", day_of_month: 1, at: "07:00" },
        hours: [workingDays],
      },
    ],
  }),
];

const policy = (name: string, more: Body) => row("change_policies", { name, ...more });

const changePolicies = [
  policy("Audits are agreed on", {
    kinds: ["compliance_periods"],
    verbs: ["update", "delete"],
    by: { team_id: ref("teams", "セキュリティ") },
    author_counts: true,
  }),
  policy("Payments and checkout are not muted for days", {
    kinds: ["alert_mutes"],
    matchers: ['service=~"payments|checkout"'],
    effects: ["long_mute"],
    change_notification_ids: [ref("change_notifications", "#konfiguration")],
  }),
  policy("Two pairs of eyes at Payments on weekends, once it has more people", {
    enabled: false,
    team_id: ref("teams", "Payments"),
    approvals: 2,
    by: { role: "owning_team" },
    hours: [{ days: ["sat", "sun"], start: "00:00", end: "24:00", time_zone: "Europe/Stockholm" }],
  }),
];

export const onCallRows: readonly SeedRow[] = rotas;
/** Written last: what they hold would be held. */
export const changePolicyRows: readonly SeedRow[] = changePolicies;

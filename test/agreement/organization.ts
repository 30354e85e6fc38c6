/** Organizations and alerts as chance makes them: of everything that decides about an alert some, and the edges of it. */
import type { JsonObject } from "../../src/kernel/validate.ts";

/** The clock of the simulation moves by this. */
export const tickMs = 300_000;
export const ticks = 40;

/** The same numbers for the same seed. */
export function chance(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    between: (min: number, max: number) => min + below(max - min + 1),
    in100: (percent: number) => below(100) < percent,
    oneOf: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    some: <T>(count: number, make: (index: number) => T): T[] =>
      Array.from({ length: count }, (_, at) => make(at)),
  };
}

export type Chance = ReturnType<typeof chance>;
export type Labels = Readonly<Record<string, string>>;

export const services = ["s0", "s1", "s2", "S0"] as const;
const values: Readonly<Record<string, readonly string[]>> = {
  alertname: ["A0", "A1", "A2", "A3"],
  service: services,
  severity: ["critical", "error", "warning", "info", "none", "p1", "weird", "disaster", ""],
  team: ["t0", "t1", "t2"],
  env: ["prod", "dev", 'a"b', "ü"],
};
const targetKinds = ["pagerduty", "opsgenie", "slack", "webhook", "email"] as const;

/** A label may be missing, or there and empty. */
export function labelsBy(by: Chance, unique: string): Labels {
  const chosen = Object.entries(values).flatMap(([name, all]) =>
    name === "alertname" || by.in100(75) ? [[name, by.oneOf(all)] as const] : [],
  );
  return { ...Object.fromEntries(chosen), instance: unique };
}

function matcherBy(by: Chance): string {
  const name = by.oneOf(["alertname", "service", "severity", "team", "env", "service", "nowhere"]);
  const all = values[name] ?? ["", "x"];
  const quoted = (text: string) => JSON.stringify(text);
  const plain = all.filter((value) => /^\w+$/.test(value));
  const op = by.oneOf(["=", "=", "=", "!=", "=~", "=~", "!~"]);
  if (op === "=" || op === "!=") return `${name}${op}${quoted(by.oneOf(all))}`;
  const pattern = by.oneOf([
    `${by.oneOf(plain) ?? "x"}|${by.oneOf(plain) ?? "y"}`,
    ".*",
    ".+",
    "[a-t][01]",
    "",
  ]);
  return `${name}${op}${quoted(pattern)}`;
}

const matchersBy = (by: Chance, most: number) => [
  ...new Set(by.some(by.below(most + 1), () => matcherBy(by))),
];

/** The rows that are made one by one, because they have secrets. */
export function targetsBy(by: Chance): readonly JsonObject[] {
  return targetKinds.map((kind) => ({
    ...{ name: kind, kind, enabled: by.in100(85) },
    ...(kind === "email" ? { address: "Mailbox@example.com" } : {}),
    ...(kind === "webhook" ? { url: "https://hooks.example.com/x" } : {}),
    ...(kind === "slack" ? { secret: "https://hooks.slack.example/services/x" } : {}),
    ...(kind === "pagerduty" || kind === "opsgenie" ? { secret: "key" } : {}),
  }));
}

function destinationsBy(by: Chance): JsonObject[] {
  const one = (): JsonObject => {
    const which = by.below(10);
    if (which < 6) return { outbound_config_id: { name: by.oneOf(targetKinds) } };
    if (which < 7) return { team_id: { name: by.oneOf(["people", "nobody"]) } };
    if (which < 9) return rotaBy(by);
    return { email: by.oneOf(["ops@example.com", "Member@example.com"]) };
  };
  const all = by.some(by.between(1, 3), one);
  return [...new Map(all.map((destination) => [JSON.stringify(destination), destination])).values()];
}

const rotas = ["always", "by hours"] as const;

/** The role may be left out, and be one that the rota does not have. */
function rotaBy(by: Chance): JsonObject {
  const role = by.oneOf([undefined, "primary", "secondary", "nobody"]);
  return { rota_id: { name: by.oneOf(rotas) }, ...(role === undefined ? {} : { role }) };
}

/** Two people and one who has left, an hour each or less, with times that nobody covers. */
function rotasBy(by: Chance, made: Date): JsonObject[] {
  const people = ["member@example.com", "other@example.com", "gone@example.com"];
  const start = new Date(made.getTime() - 3 * 86_400_000).toISOString().slice(0, 10);
  const rotation = (role: string, hours: readonly JsonObject[]): JsonObject => ({
    ...{ name: role, role, starts_on: start, hours, offset: by.below(3) },
    turns: people.slice(0, by.between(2, 3)).map((one) => ({ people: [one] })),
    handover: { every: 1, unit: "hours", at: clock(by.below(12) * 5) },
  });
  const hours = () => by.some(3, () => hoursBy(by, undefined));
  return rotas.map((name) => ({
    ...{ name, timezone: by.oneOf(["UTC", "Europe/Berlin", "Asia/Kolkata"]) },
    rotations:
      name === "always"
        ? [rotation("primary", []), rotation("secondary", hours())]
        : [rotation("primary", hours()), rotation("secondary", by.in100(50) ? [] : hours())],
    fallback: by.oneOf([
      null,
      { email: "ops@example.com" },
      { outbound_config_id: { name: by.oneOf(targetKinds) } },
    ]),
  }));
}

function coversBy(by: Chance, made: Date): JsonObject {
  const from = made.getTime() + by.below(ticks) * tickMs;
  return {
    ...{
      rota_id: { name: by.oneOf(rotas) },
      role: "primary",
      email: by.oneOf(["other@example.com", "gone@example.com"]),
    },
    replaces: by.oneOf([null, "member@example.com"]),
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(from + by.between(1, 12) * tickMs).toISOString(),
  };
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Some hours of a day, on the ticks. */
function hoursBy(by: Chance, zone: string | undefined): JsonObject {
  const inZone = (name: string) => (zone === undefined ? {} : { [zone]: name });
  // The whole day.
  if (by.in100(20)) return { days: [], start: "00:00", end: "24:00", ...inZone("UTC") };
  const start = by.below(288) * 5;
  const end = (start + by.between(1, 200) * 5) % 1_440;
  const days = by.in100(70) ? [] : [by.oneOf(["mon", "wed", "fri"]), "sat"];
  return {
    days,
    start: clock(start),
    end: clock(end === start ? (end + 5) % 1_440 : end),
    ...inZone(by.oneOf(["UTC", "Europe/Berlin", "Asia/Kolkata"])),
  };
}

function routeBy(by: Chance, index: number): JsonObject {
  const drop = by.in100(7);
  return {
    ...{ name: `route ${index}`, position: index, matchers: matchersBy(by, 2), continue: by.in100(40) },
    ...{ enabled: by.in100(90), drop, destinations: drop ? [] : destinationsBy(by) },
    ...(by.in100(15) ? { severity_override: by.oneOf(["info", "critical"]) } : {}),
    // What an Alertmanager waits for is over when its notification comes.
    group_wait_seconds: 0,
  };
}

function ruleBy(by: Chance, index: number): JsonObject {
  return {
    ...{ name: `rule ${index}`, position: index, enabled: by.in100(90) },
    ...(by.in100(40) ? rotaBy(by) : { outbound_config_id: { name: by.oneOf(targetKinds) } }),
    // Each step of each alert is a message: some rules take every alert, most few.
    matchers: by.in100(25) ? ['alertname=~".+"'] : [...new Set([matcherBy(by), 'team="t1"'])],
    min_severity: by.oneOf([null, "warning", "error", "critical"]),
    ...{ delay_seconds: by.below(10) * 300, repeat_count: by.below(2) },
    repeat_interval_seconds: by.between(1, 6) * 300,
    active_hours: by.in100(30) ? hoursBy(by, "timezone") : null,
  };
}

function muteBy(by: Chance, index: number, routes: readonly JsonObject[], made: Date): JsonObject {
  const scheduled = by.in100(40);
  const ofRoutes = by.in100(50);
  const pattern = !ofRoutes && by.in100(30);
  // Many hold when most alerts begin.
  const start = new Date(made.getTime() + (by.in100(40) ? 0 : by.below(ticks)) * tickMs).toISOString();
  return {
    ...(pattern
      ? { pattern: by.oneOf(["service=s?", "*a0*", "team=t1", "*backup*", "* failed", "a1"]) }
      : { matchers: ofRoutes && by.in100(50) ? [] : [matcherBy(by)] }),
    ...(ofRoutes ? { route_ids: [{ name: by.oneOf(routes).name ?? "" }] } : {}),
    reason: `reason ${index}`,
    ...(scheduled
      ? { schedule: [hoursBy(by, "time_zone")] }
      : { starts_at: start, duration_minutes: by.between(1, 30) * 5 }),
  };
}

/** No alert is on both sides of them all: which of two that keep each other back came first is not what is compared. */
function inhibitionsBy(by: Chance): JsonObject[] {
  const one = {
    name: "critical",
    source_matchers: ['severity="critical"'],
    target_matchers: ['severity=~"warning|info|weird"'],
  };
  const other = {
    name: "A0",
    source_matchers: ['alertname="A0"', 'severity!~"warning|info|weird"'],
    target_matchers: ['alertname=~"A[12]"', 'severity!="critical"'],
  };
  return [one, other].flatMap((rule) =>
    by.in100(60)
      ? [
          {
            ...rule,
            enabled: by.in100(85),
            equal: by.oneOf([["service"], ["team", "env"], ["service", "nowhere"]]),
          },
        ]
      : [],
  );
}

/** A bundle of all that decides; its targets are there already. @param made when it is */
export function bundleBy(by: Chance, made: Date) {
  const routes = by.some(by.between(2, 8), (index) => routeBy(by, index));
  const mutes = by.some(by.between(1, 7), (index) => muteBy(by, index, routes, made));
  const distinct = new Map(
    mutes.map((mute) => [JSON.stringify([mute.pattern, mute.matchers, mute.route_ids, mute.schedule]), mute]),
  );
  // No two that have not ended have the same pattern.
  const patterns = new Map(
    [...distinct.values()].map((mute) => [
      mute.pattern ?? JSON.stringify([mute.matchers, mute.route_ids, mute.schedule]),
      mute,
    ]),
  );
  return {
    teams: [{ name: "people" }, { name: "nobody" }],
    team_members: [{ team_id: { name: "people" }, email: "member@example.com" }],
    on_call_rotas: rotasBy(by, made),
    on_call_overrides: [coversBy(by, made)],
    alert_routes: routes,
    outbound_rules: by.some(by.below(4), (index) => ruleBy(by, index)),
    alert_mutes: [...patterns.values()],
    alert_inhibitions: inhibitionsBy(by),
    alert_heartbeats: by.some(3, (index) => ({
      ...{ name: `backup ${index}`, every_minutes: 1_440, severity: by.oneOf(["critical", "warning"]) },
      ...{ service: by.oneOf([null, "s0"]), destinations: by.in100(60) ? destinationsBy(by) : [] },
    })),
    ...(by.in100(40)
      ? { organization_settings: { severity_words: { weird: by.oneOf(["error", "none"]) } } }
      : {}),
  };
}

/** Who is mailed about alerts, if anybody. */
export function mailsBy(by: Chance): JsonObject {
  const recipients = ["ops@example.com", "member@example.com"].filter(() => by.in100(60));
  return { recipients, enabled: by.in100(90), notify_incidents: by.in100(90) };
}

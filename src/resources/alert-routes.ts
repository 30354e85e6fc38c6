import { defineCollection } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import {
  boolean,
  choice,
  computed,
  defaultLimits,
  integer,
  list,
  object,
  reference,
  text,
  timestamp,
} from "../kernel/field.ts";
import { firstRole } from "./on-call-rotas.ts";
import { matcherList, nameField, owningTeam, publishing, severities, weekday } from "./parts.ts";

/** A month: what asks to wait longer is a mistake in units. A repeat may come once a year. */
const longestWait = 2_592_000;
const longestRepeat = 31_536_000;

const matchers = matcherList();

export const alertRoutes = defineCollection({
  kind: "alert_routes",
  decides: true,
  title: "Alert routes",
  group: "Alerting",
  description:
    "An alert route says where matching alerts go. Routes are tried in order of position. The first one whose matchers all match sends the alert to its destinations; later routes are tried only if it continues.",
  level: "admin",
  idPrefix: "route",
  naturalKey: ["name"],
  listColumns: ["name", "enabled", "position", "matchers", "destinations", "continue", "unreachable"],
  order: "position",
  fields: {
    name: nameField(),
    enabled: boolean({ description: "Whether the route is tried.", default: true, switch: true }),
    position: integer({
      description:
        "Its place; the lowest is tried first. A new route without one goes before the first enabled one that takes every alert and does not continue, or else last.",
      min: -1_000_000_000,
      keptWhenAbsent: true,
      filled: "alert_routes",
    }),
    matchers: {
      ...matchers,
      description: `${matchers.description} Empty takes every alert.`,
      min: 0,
    },
    continue: boolean({
      description: "Whether later routes are tried as well.",
      default: false,
    }),
    destinations: list({
      description: "Who is notified; at least one, unless drop is true.",
      max: 20,
      items: object({
        description: "A team, a target, a mailbox, or who is on call.",
        exactlyOne: true,
        fields: {
          team_id: reference({
            description: "A team, whose members are notified.",
            to: "teams",
            optional: true,
          }),
          outbound_config_id: reference({
            description: "An outbound target.",
            to: "outbound_configs",
            optional: true,
          }),
          email: text({ description: "An email address.", format: "email", max: 254, optional: true }),
          rota_id: reference({
            description: "A rota: who is on call, or its fallback.",
            to: "on_call_rotas",
            optional: true,
          }),
          role: roleOfRota(),
        },
      }),
    }),
    drop: boolean({
      description: "Whether what it takes is recorded and sent to nobody. It has no destinations then.",
      default: false,
    }),
    severity_override: choice({
      description: "The severity that alerts are sent with; null keeps their own.",
      choices: severities,
      nullable: true,
      section: "Advanced",
    }),
    publish: publishing(
      "Whether a critical alert that it takes opens an incident on the status page. It does for each component that names the alert's service and has no word of its own.",
    ),
    group_by: list({
      description: "Alerts with the same values of these labels are sent together. Empty: all of the route.",
      items: text({ description: "A label's name.", max: defaultLimits.name }),
      default: ["alertname", "service"],
      keptWhenAbsent: true,
      section: "When",
    }),
    group_wait_seconds: wait(
      "How long a new group waits for more alerts before it is sent.",
      0,
      30,
      [0, 30, 60],
    ),
    group_interval_seconds: wait(
      "How long a sent group waits before new alerts in it are sent.",
      1,
      300,
      [60, 300, 900],
    ),
    repeat_interval_seconds: wait(
      "How long until a group that has not changed is sent again.",
      1,
      14_400,
      [3_600, 14_400, 43_200, 86_400],
      longestRepeat,
    ),
    drill_schedule: object({
      description: "When a drill of it starts, once a week; null starts none.",
      nullable: true,
      section: "When",
      fields: {
        day: weekday(),
        time: text({ description: "The time of day.", format: "clock", max: 5 }),
        timezone: text({ description: "The time zone.", format: "timezone", max: 64 }),
      },
    }),
    prove_every_days: integer({
      description: "A route that no drill proved for so long needs attention; null asks for no proof.",
      min: 1,
      max: 365,
      unit: "days",
      suggested: [7, 30, 90],
      nullable: true,
      section: "When",
    }),
    owning_team_id: owningTeam("The team that owns the route; null for none."),
    last_proved_at: computed({
      description:
        "When a drill last proved the route as it is now; null where none has. A change of the route or of a target that it names, or a target that is off, leaves it unproved.",
      shape: timestamp({ description: "When a drill last proved it.", nullable: true }),
      from: "state",
    }),
    unreachable: computed({
      description:
        "The route that hides this one: it comes before, takes all that this one would take and does not continue. Null where alerts can come.",
      shape: object({
        description: "The route that hides this one.",
        nullable: true,
        fields: {
          id: text({ description: "Its id.", max: 512 }),
          name: text({ description: "Its name.", max: defaultLimits.name }),
          message: text({ description: "What is the matter, and the way out." }),
        },
      }),
      from: "state",
      movedBy: ["enabled", "position", "matchers"],
    }),
  },
  example: {
    name: "Critical checkout alerts",
    position: 10,
    matchers: ['severity="critical"', 'service=~"checkout|cart"'],
    destinations: [{ team_id: exampleOf("teams") }, { email: "oncall@example.com" }],
    group_by: ["service"],
    owning_team_id: exampleOf("teams"),
  },
  check({ configuration: { destinations, drop, drill_schedule, prove_every_days } }) {
    if (!drop)
      return destinations.length > 0
        ? []
        : [
            {
              field: "destinations",
              message: "must have at least 1 item; set drop to true if nobody is to be notified",
            },
          ];
    const [must, out] = ["where drop is true, which sends the alerts to nobody", "leave one of them out"];
    return [
      ...(destinations.length > 0
        ? [{ field: "destinations", message: `must be empty ${must}: ${out}` }]
        : []),
      ...Object.entries({ drill_schedule, prove_every_days }).flatMap(([field, value]) =>
        value === null ? [] : [{ field, message: `must be null ${must}: ${out}` }],
      ),
    ];
  },
});

/** The role, of a destination that is a rota. */
export function roleOfRota() {
  return text({
    description: `Left out: ${firstRole}.`,
    format: "slug",
    max: 64,
    optional: true,
    partOf: "rota_id",
  });
}

function wait(
  description: string,
  min: number,
  usually: number,
  suggested: readonly number[],
  max = longestWait,
) {
  return integer({
    description,
    min,
    max,
    unit: "seconds",
    suggested,
    default: usually,
    section: "When",
  });
}

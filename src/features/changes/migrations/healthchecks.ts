/** Checks of healthchecks.io, or of one's own Healthchecks: the answer of its API (v1 to v3), /api/v3/checks/. */
import { formatOf } from "../../../kernel/format.ts";
import { given } from "../../../kernel/given.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { countOf } from "../../../kernel/words.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import type { Attributes } from "./attributes.ts";
import { withinBounds } from "./bounds.ts";
import type { AddRow, MigrationContext } from "./mapping.ts";
import { type Found, listed, migrateParts, objectsIn, type Part, textOf } from "./objects.ts";
import { quoted } from "./quoted.ts";
import { type MigrationSource, mostBytes, WrongFiles } from "./source.ts";

export const healthchecks: MigrationSource = {
  name: "healthchecks",
  title: "checks of healthchecks.io",
  files: "the answer of its API, GET /api/v3/checks/",
  form: "yaml",
  mostBytes,
  options: ["service"],
  read(files, options) {
    const channels = new Channels();
    const parts = objectsIn(files).flatMap((found) => partsOf(found, channels));
    if (parts.length === 0)
      throw new WrongFiles(["the files hold no checks: the API answers them in checks"]);
    return migrateParts(parts, options);
  },
};

/** Checks that notify somebody by an integration, which their API does not name. */
class Channels {
  count = 0;
  isSaid = false;

  /** Is said once, of all of them. */
  say(context: MigrationContext): void {
    if (this.isSaid) return;
    this.isSaid = true;
    context.first(
      `the integrations of ${countOf(this.count, "check")} are not carried over, and notify of nothing any more: make outbound targets of them, and routes that take the heartbeats' alerts`,
      { field: "channels" },
    );
  }
}

function partsOf({ file, value }: Found, channels: Channels): Part[] {
  const checks = Array.isArray(value.checks) ? listed(value, "checks") : isCheck(value) ? [value] : [];
  const names = new Map<string, number>();
  channels.count += checks.filter((check) => textOf(check.channels) !== undefined).length;
  return checks.map((check, index) => {
    const own = textOf(check.name) ?? `Check ${index + 1}`;
    const count = (names.get(own) ?? 0) + 1;
    names.set(own, count);
    // Checks may share a name there.
    const name = count === 1 ? own : `${own} ${count}`;
    return {
      file,
      value: check,
      address: name,
      label: name,
      map(attributes, add, context) {
        if (textOf(check.channels) !== undefined) channels.say(context);
        return mapCheck(name, attributes, add, context);
      },
    };
  });
}

function isCheck(value: JsonObject): boolean {
  return "ping_url" in value || "n_pings" in value;
}

const dayMinutes = 1_440;

function mapCheck(name: string, check: Attributes, add: AddRow, context: MigrationContext): undefined {
  check.ignore(
    "name",
    "slug",
    "n_pings",
    "last_ping",
    "next_ping",
    "started",
    "last_duration",
    "uuid",
    "unique_key",
  );
  check.ignore("update_url", "pause_url", "resume_url", "badge_url");
  for (const keyword of ["start_kw", "success_kw", "failure_kw", "subject", "subject_fail"])
    check.lost(keyword, byKeyword);
  for (const filter of ["filter_subject", "filter_body", "filter_http_body", "filter_default_fail"])
    if (check.flag(filter) === true) check.note(filter, byKeyword);
  const status = check.text("status");
  if (status === "paused")
    check.note("status", "it is paused: the heartbeat is off, and is waited for once it is switched on");
  if (check.hasSecret("ping_url"))
    check.note("ping_url", "the heartbeat gets a URL of its own, its field url: give that to the job");
  check.lost(
    "channels",
    "its integrations are not carried over: the alert takes the way of every other, by a route that matches its label heartbeat, or name destinations at the heartbeat",
  );
  check.lost("desc", "has no counterpart here", "info");
  check.lost(
    "tags",
    "has no counterpart here; routes go by the labels heartbeat, service and severity",
    "info",
  );
  check.lost("methods", "GET, HEAD and POST are all signals here", "info");
  check.lost("manual_resume", "a signal ends the alert here", "info");
  const rhythm = rhythmOf(check, context);
  const grace = Math.max(Math.ceil((check.number("grace") ?? 3_600) / 60), 1);
  add(alertHeartbeats, {
    name,
    ...rhythm,
    enabled: status !== "paused" && rhythm !== unread,
    grace_minutes: withinBounds(alertHeartbeats, "grace_minutes", grace, check, "grace"),
    ...given({ service: context.options.service }),
  });
}

/** What stands for a schedule that cannot be read, until somebody writes one. */
const unread = { every_minutes: dayMinutes };

/** How often it runs, or when by cron. */
function rhythmOf(check: Attributes, context: MigrationContext) {
  const [schedule, zone] = [check.text("schedule"), check.text("tz") ?? "UTC"];
  if (schedule === undefined) {
    const every = Math.ceil((check.number("timeout") ?? dayMinutes * 60) / 60);
    return { every_minutes: withinBounds(alertHeartbeats, "every_minutes", every, check, "timeout") };
  }
  const cron = macros[schedule.trim().toLowerCase()] ?? schedule.trim();
  const problem = formatOf("cron").check(cron) ?? formatOf("timezone").check(zone);
  if (problem === undefined) return { schedule: { cron, time_zone: zone } };
  const message = `${quoted(schedule)} in ${zone} is no schedule that is read here: the heartbeat is switched off, so that it does not page falsely. Write its schedule or every_minutes, and switch it on`;
  check.note("schedule", message, "error");
  context.first(message, { field: check.pathOf("schedule") });
  return unread;
}

const byKeyword =
  "signals are not distinguished by their text here, and none is taken by mail: let the job call the URL, /start when it begins and /fail when it failed";

const macros: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

/** Checks of healthchecks.io, or of one's own Healthchecks: the answer of its API (v1 to v3), /api/v3/checks/. */
import { given } from "../../kernel/given.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { countOf } from "../../kernel/words.ts";
import { alertHeartbeats } from "../../resources/alert-heartbeats.ts";
import type { Attributes } from "./attributes.ts";
import { withinBounds } from "./bounds.ts";
import { gapMinutes } from "./cron.ts";
import type { AddRow, MigrationContext } from "./mapping.ts";
import { type Found, listed, migrateParts, objectsIn, type Part, textOf } from "./objects.ts";
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

function mapCheck(name: string, check: Attributes, add: AddRow, { options }: MigrationContext): undefined {
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
  check.ignore("update_url", "pause_url", "resume_url", "badge_url", "success_kw", "failure_kw", "start_kw");
  check.ignore(
    "filter_subject",
    "filter_body",
    "filter_http_body",
    "filter_default_fail",
    "subject",
    "subject_fail",
  );
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
  const seconds = check.number("timeout");
  const every = scheduled(check) ?? (seconds === undefined ? dayMinutes : Math.ceil(seconds / 60));
  const grace = Math.max(Math.ceil((check.number("grace") ?? 3_600) / 60), 1);
  add(alertHeartbeats, {
    name,
    enabled: status !== "paused",
    every_minutes: withinBounds(alertHeartbeats, "every_minutes", every, check, "timeout"),
    grace_minutes: withinBounds(alertHeartbeats, "grace_minutes", grace, check, "grace"),
    ...given({ service: options.service }),
  });
}

/** A schedule has no counterpart: the longest time that it leaves between two runs is waited for. */
function scheduled(check: Attributes): number | undefined {
  const schedule = check.text("schedule");
  check.ignore("tz");
  if (schedule === undefined) return undefined;
  const gap = gapMinutes(schedule);
  if (gap === undefined) {
    check.note(
      "schedule",
      `"${schedule}" is no cron schedule that is read here: a day is written for it; correct every_minutes`,
    );
    return dayMinutes;
  }
  if (gap.longest === gap.shortest)
    check.note(
      "schedule",
      `"${schedule}" has no counterpart: every_minutes is ${gap.longest}, as often as it runs`,
      "info",
    );
  else
    check.note(
      "schedule",
      `"${schedule}" has no counterpart: every_minutes is ${gap.longest}, the longest time between two of its runs, so that a run that is missed earlier is noticed only then`,
    );
  return gap.longest;
}

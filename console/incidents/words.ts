/** What an incident's states mean to those who read the page, and what is often written with each. Pure. */

export interface IncidentRow {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly impact: string;
  readonly component_ids: readonly string[];
  readonly body: string;
  readonly scheduled_for: string | null;
  readonly scheduled_until: string | null;
  readonly updates: readonly Update[];
}

export interface Update {
  readonly at: string;
  readonly status: string;
  readonly body: string;
}

const outage = ["investigating", "identified", "monitoring", "resolved"];
const maintenance = ["scheduled", "in_progress", "completed"];

/** Whether it was planned. */
export function isMaintenance({ status, impact }: Pick<IncidentRow, "status" | "impact">): boolean {
  return maintenance.includes(status) || impact === "maintenance";
}

/** The states that it goes through, in order. */
export function statesOf(incident: Pick<IncidentRow, "status" | "impact">): readonly string[] {
  return isMaintenance(incident) ? maintenance : outage;
}

/** The state that an update most likely brings: the next one. */
export function nextState(incident: Pick<IncidentRow, "status" | "impact">): string {
  const states = statesOf(incident);
  return states[Math.min(states.indexOf(incident.status) + 1, states.length - 1)] ?? incident.status;
}

export function isOver(status: string): boolean {
  return status === "resolved" || status === "completed";
}

/** A text to begin with. */
export function templateOf(status: string, components: readonly string[]): string {
  const what = listed(components);
  const of = what === "" ? "" : ` with ${what}`;
  const texts: Readonly<Record<string, string>> = {
    investigating: `We are looking into problems${of}. We will tell more within 30 minutes.`,
    identified: `We have found the cause of the problems${of}, and are working on a fix.`,
    monitoring: `A fix is in place. We are watching whether ${what === "" ? "all" : what} works as it should.`,
    resolved: `The problems${of} are over. We are sorry for the trouble.`,
    scheduled: `We will be working on ${what === "" ? "the system" : what}.`,
    in_progress: `The work on ${what === "" ? "the system" : what} has begun.`,
    completed: `The work on ${what === "" ? "the system" : what} is done.`,
  };
  return texts[status] ?? "";
}

function listed(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? "";
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Why the alerts of a maintenance are muted; by it they are found again. */
export function muteReason({ title }: Pick<IncidentRow, "title">): string {
  return `Maintenance: ${title}`.slice(0, 500);
}

/** How long from now until a maintenance is planned to end; none where that is not told, or over. */
export function minutesLeft({ scheduled_until }: IncidentRow, now: number): number | undefined {
  const minutes = scheduled_until === null ? 0 : Math.ceil((Date.parse(scheduled_until) - now) / 60_000);
  return minutes > 0 ? Math.min(minutes, longestMute) : undefined;
}

/** The longest that a mute lasts: 30 days. */
const longestMute = 43_200;

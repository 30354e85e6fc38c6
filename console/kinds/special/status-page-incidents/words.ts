/** What an incident's states mean to those who read the page, what is often written with each, and whom it reaches. Pure. */
import { counted } from "../../../../src/kernel/readable.ts";

export interface IncidentRow {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly impact: string;
  readonly component_ids: readonly string[];
  readonly body: string;
  readonly notify: boolean;
  readonly draft: boolean;
  readonly scheduled_for: string | null;
  readonly scheduled_until: string | null;
  readonly updates: readonly Update[];
}

/** A component of the page. */
export interface Component {
  readonly id: string;
  readonly name: string;
  readonly service: string | null;
  readonly status: string;
  /** Whether people set the status, or it follows what is observed. */
  readonly status_source: string;
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

export function isOver(status: string): boolean {
  return status === "resolved" || status === "completed";
}

export interface Template {
  /** What it is called; the words of its status where it has no name. */
  readonly name?: string;
  readonly status: string;
  readonly text: string;
}

/** A text of the organization's own, as the status page's settings have it. */
export interface OwnTemplate {
  readonly name: string;
  readonly status: string;
  readonly body: string;
}

/**
 * Texts to begin with: the organization's own, and then one for each state. Somebody picks one: nothing is published that
 * nobody chose.
 */
export function templatesOf(
  incident: Pick<IncidentRow, "status" | "impact">,
  components: readonly string[],
  own: readonly OwnTemplate[] = [],
): readonly Template[] {
  const states = statesOf(incident);
  const named = listed(components) || (isMaintenance(incident) ? "the system" : "our service");
  return [
    ...own.flatMap(({ name, status, body }) =>
      states.includes(status) ? [{ name, status, text: body.replaceAll("{components}", named) }] : [],
    ),
    ...states.map((status) => ({ status, text: templateOf(status, components) })),
  ];
}

function templateOf(status: string, components: readonly string[]): string {
  const what = listed(components);
  const of = what === "" ? "" : ` with ${what}`;
  const texts: Readonly<Record<string, string>> = {
    investigating: `We are looking into problems${of}. The next update follows within 30 minutes.`,
    identified: `We have found the cause of the problems${of}, and are working on a fix.`,
    monitoring: `A fix is in place. We are watching whether ${what === "" ? "all" : what} works as it should.`,
    resolved: `The problems${of} are over. We are sorry for the trouble.`,
    scheduled: `We will be working on ${what === "" ? "the system" : what}.`,
    in_progress: `The work on ${what === "" ? "the system" : what} has started.`,
    completed: `The work on ${what === "" ? "the system" : what} is done.`,
  };
  return texts[status] ?? "";
}

/** Whom an update would reach, were it published now. */
export interface Reach {
  /** Whether the status page can be seen. */
  readonly served: boolean;
  /** How many subscribe to the page. */
  readonly subscribers: number;
  /** How many addresses of the organization's own are mailed, by its notification settings. */
  readonly mailed: number;
  /** Why none of these is mailed, or none yet, in a sentence of the service. */
  readonly unsent: string | undefined;
  /** Whether it is an update of which anybody is sent a message. */
  readonly notifies: boolean;
}

/** What the button does, in its own words. @param what of an incident that is there already, an update */
export function publishLabel(
  { served, subscribers, notifies }: Reach,
  what: "Publish" | "Post update" = "Publish",
): string {
  if (!served) return "Save";
  if (!notifies) return `${what}, mail nobody`;
  if (subscribers === 0) return `${what}: nobody subscribes yet`;
  return `${what} and mail ${counted(subscribers, "subscriber")}`;
}

/** The same for those who want to know why, with who of the organization is mailed. */
export function reachText({ served, subscribers, mailed, unsent }: Reach): string {
  const page = served
    ? subscribers === 0
      ? "It is published on the status page at once."
      : `It is published on the status page at once, and ${counted(subscribers, "subscriber")} ${subscribers === 1 ? "gets" : "get"} a message.`
    : "Nobody sees it on the status page.";
  const own = `Your own ${mailed === 1 ? "address is" : `${mailed} addresses are`} mailed, by the notification settings.`;
  return `${page} ${unsent ?? (mailed === 0 ? "" : own)}`.trim();
}

/** What a component shows that such an impact is about; none where the impact says nothing of it. */
export const statusOfImpact: Readonly<Record<string, string>> = {
  minor: "degraded_performance",
  major: "partial_outage",
  critical: "major_outage",
};

/** What becomes of components by an impact, but for those that somebody chose: the worse of what it says and what they show. */
export function proposedStates(
  impact: string,
  components: readonly Component[],
  chosen: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { [impact]: proposed } = statusOfImpact;
  const badness = ["operational", ...Object.values(statusOfImpact)];
  const worse = (status: string) =>
    proposed !== undefined && badness.indexOf(proposed) > badness.indexOf(status) ? proposed : status;
  return Object.fromEntries(
    components.map(({ id, status, status_source }) => [
      id,
      // What is observed follows that, and nothing that is written.
      status_source === "manual" ? (chosen[id] ?? worse(status)) : status,
    ]),
  );
}

/** Such as "Checkout, Search and Mail". */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? "";
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Why the alerts of a maintenance are muted; by it they are found again. */
export function muteReason({ title }: Pick<IncidentRow, "title">): string {
  return `Maintenance: ${title}`.slice(0, 500);
}

/** How long from now until a maintenance is planned to end; none where that is not reported, or over. */
export function minutesLeft({ scheduled_until }: IncidentRow, now: number): number | undefined {
  const minutes = scheduled_until === null ? 0 : Math.ceil((Date.parse(scheduled_until) - now) / 60_000);
  return minutes > 0 ? Math.min(minutes, longestMute) : undefined;
}

/** The longest that a mute lasts: 30 days. */
const longestMute = 43_200;

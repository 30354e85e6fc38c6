/** How far a drill has come, and whether that proves its way. Pure. */
export const hopNames = [
  "agent",
  "alertmanager",
  "intake",
  "decided",
  "queued",
  "sent",
  "taken",
  "acknowledged",
] as const;

/** A place that it came past. */
export type Hop = {
  readonly name: (typeof hopNames)[number];
  /** RFC 3339. */
  readonly at: string;
  readonly detail: string;
};

/** A message about its alert. */
export interface Message {
  /** Whom it is for, as people know it. */
  readonly to: string;
  /** The id of an outbound target, or an email address. */
  readonly target: string;
  readonly status: "queued" | "held" | "sent" | "parked";
  readonly queuedAt: Date;
  readonly triedAt: Date | null;
  readonly endedAt: Date | null;
  readonly error: string | null;
}

/** What became of its alert. */
export interface Followed {
  /** What keeps it back, in words; null where nothing does. */
  readonly withheld: string | null;
  /** The routes that took it. */
  readonly routes: readonly {
    readonly id: string;
    readonly name: string;
    /** Whether a mute of the route keeps back what it sends. */
    readonly isMuted: boolean;
  }[];
  readonly messages: readonly Message[];
  /** Whether Alertmanager itself sends what its routes take. */
  readonly isNative: boolean;
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedBy: string | null;
}

export interface Progress {
  readonly hops: readonly Hop[];
  readonly status: "running" | "proved" | "failed";
  /** Why it failed, or what it waits for; null once it is proved. */
  readonly message: string | null;
  /** The routes that it has proved; none before it is proved. */
  readonly proves: readonly string[];
}

/** What is known of the drill itself. */
export interface Followable {
  readonly routeId: string | null;
  readonly targetId: string | null;
  readonly until: "sent" | "acknowledged";
  readonly connectorId: string | null;
  readonly handedAt: Date | null;
  readonly acceptedAt: Date | null;
  readonly problem: string | null;
  readonly alertId: string | null;
  readonly takenInAt: Date | null;
  readonly deadline: Date;
}

/** @param followed undefined where its alert has not come in */
export function progressOf(drill: Followable, followed: Followed | undefined, now: Date): Progress {
  const messages = followed?.messages ?? [];
  // A target's drill is about what that target gets; others that the same route names get it too.
  const ours = messages.filter(({ target }) => drill.targetId === null || target === drill.targetId);
  const hops = hopsOf(drill, followed, ours);
  const failure = failureOf(drill, followed, ours);
  if (failure !== undefined) return { hops, status: "failed", message: failure, proves: [] };
  const isSent = ours.length > 0 && ours.every(({ status }) => status === "sent") && hasCome(drill, followed);
  const isProved = isSent && (drill.until === "sent" || followed?.acknowledgedAt != null);
  if (isProved) return { hops, status: "proved", message: null, proves: provedBy(drill, followed) };
  const waits = waitsFor(drill, followed, ours);
  if (now <= drill.deadline) return { hops, status: "running", message: waits, proves: [] };
  return { hops, status: "failed", message: `The time was over. ${waits}`, proves: [] };
}

/** A route's drill is about that route. One of a service proves all that its alert went to; one of a target what that gets. */
function provedBy({ routeId, targetId }: Followable, followed: Followed | undefined): readonly string[] {
  if (routeId !== null) return [routeId];
  if (targetId !== null) return [];
  return (followed?.routes ?? []).flatMap(({ id, isMuted }) => (isMuted ? [] : [id]));
}

/** Whether the route that it is about is among those that took it: each may come in a notification of its own. */
function hasCome({ routeId }: Followable, followed: Followed | undefined): boolean {
  return routeId === null || followed?.routes.some(({ id }) => id === routeId) === true;
}

function hopsOf(drill: Followable, followed: Followed | undefined, ours: readonly Message[]): Hop[] {
  const { handedAt, acceptedAt, takenInAt, connectorId, alertId } = drill;
  const hop = (name: Hop["name"], at: Date | null | undefined, detail: string): Hop[] =>
    at == null ? [] : [{ name, at: at.toISOString(), detail }];
  const whom = listed(ours.map(({ to }) => to));
  const all = (time: (message: Message) => Date | null) =>
    ours.length > 0 && ours.every((one) => time(one) !== null) ? latest(ours.map(time)) : null;
  const sent = ours.filter(({ status }) => status === "sent");
  const decided = followed === undefined ? null : takenInAt;
  return [
    ...hop("agent", handedAt, `The agent of the connector ${connectorId} has it.`),
    ...hop("alertmanager", acceptedAt, "Its Alertmanager took it."),
    ...hop("intake", takenInAt, `It came in as the alert ${alertId}.`),
    ...hop("decided", decided, followed === undefined ? "" : decisionOf(followed)),
    ...hop(
      "queued",
      all(({ queuedAt }) => queuedAt),
      `A message waits for ${whom}.`,
    ),
    ...hop(
      "sent",
      all(({ triedAt }) => triedAt),
      `It was sent to ${whom}.`,
    ),
    ...hop("taken", sent.length === ours.length ? all(({ endedAt }) => endedAt) : null, `${whom} took it.`),
    ...hop("acknowledged", followed?.acknowledgedAt, `${followed?.acknowledgedBy} acknowledged it.`),
  ];
}

function decisionOf({ withheld, routes }: Followed): string {
  if (withheld !== null) return `It is kept back: ${withheld}.`;
  return routes.length === 0
    ? "No route takes it."
    : `It goes to ${listed(routes.map(({ name }) => JSON.stringify(name)))}.`;
}

/** What no waiting changes. */
function failureOf(
  { problem, until }: Followable,
  followed: Followed | undefined,
  ours: readonly Message[],
): string | undefined {
  if (problem !== null) return `The Alertmanager did not take it: ${problem}`;
  if (followed === undefined) return undefined;
  const { withheld, routes, isNative } = followed;
  if (withheld !== null) return `Nobody is notified: it is kept back. ${withheld}.`;
  if (routes.length === 0) return "Nobody is notified: no route takes it.";
  const lost = ours.find(({ status }) => status === "parked" || status === "held");
  if (lost?.status === "held") return `The mail to ${lost.to} is held: the service has no mail server.`;
  if (lost !== undefined) return sentence(`${lost.to} did not take it: ${lost.error ?? "it was given up"}`);
  if (ours.length === 0 && isNative && until === "sent")
    return "Its Alertmanager itself sends what the route takes, so that the service cannot see whether it arrives: start it with until acknowledged.";
  return undefined;
}

function waitsFor(drill: Followable, followed: Followed | undefined, ours: readonly Message[]): string {
  const { connectorId, handedAt, acceptedAt, routeId } = drill;
  if (followed === undefined) {
    if (connectorId === null) return "It has not come in.";
    if (handedAt === null) return `The agent of the connector ${connectorId} has not asked for it.`;
    if (acceptedAt === null) return "Its agent has not said that Alertmanager took it.";
    return "Alertmanager has it, and has not notified the service: it waits for the group of its route.";
  }
  if (!hasCome(drill, followed)) {
    const names = followed.routes.map(({ name }) => JSON.stringify(name));
    return `It went to ${listed(names)}, and not to the route ${routeId}.`;
  }
  if (ours.length === 0) return "Nobody is notified: no destination that it is about is on.";
  const waiting = ours.find(({ status }) => status === "queued");
  if (waiting !== undefined)
    return sentence(`${waiting.to} has not taken it${waiting.error === null ? "" : `: ${waiting.error}`}`);
  return "Nobody has acknowledged it.";
}

/** What others wrote may end as it likes. */
function sentence(text: string): string {
  return `${text.replace(/[.?!]$/, "")}.`;
}

function latest(times: readonly (Date | null)[]): Date {
  return new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)));
}

function listed(names: readonly string[]): string {
  const [last, ...before] = [...new Set(names)].reverse();
  return before.length === 0 ? (last ?? "") : `${before.reverse().join(", ")} and ${last}`;
}

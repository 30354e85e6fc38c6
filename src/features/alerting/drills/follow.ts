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
  /** The route that sent it. */
  readonly senderId: string;
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
    /** Why some of those that it names do not get this alert. */
    readonly missed: readonly string[];
  }[];
  readonly messages: readonly Message[];
  /** Whether Alertmanager itself sends what its routes take. */
  readonly isNative: boolean;
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedBy: string | null;
  readonly resolvedAt: Date | null;
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

/**
 * @param followed undefined where its alert has not come in
 * @param nobody why the rows as they are would notify nobody of it, in words; undefined where they notify somebody
 */
export function progressOf(
  drill: Followable,
  followed: Followed | undefined,
  nobody: string | undefined,
  now: Date,
): Progress {
  const messages = followed?.messages ?? [];
  // A target's drill is about what that target gets; others that the same route names get it too.
  const ours = messages.filter(({ target }) => drill.targetId === null || target === drill.targetId);
  const failed = (message: string) =>
    ({ hops: hopsOf(drill, followed, ours, true), status: "failed", message, proves: [] }) as const;
  const failure = failureOf(drill, followed, ours, nobody);
  if (failure !== undefined) return failed(failure);
  const hops = hopsOf(drill, followed, ours, false);
  // What Alertmanager itself sends is not seen: there only somebody's word proves it.
  const isSent =
    (followed?.isNative || isNotified(drill, ours)) && ours.every(({ status }) => status === "sent");
  const isThere = isSent && hasCome(drill, followed);
  const missed = followed?.routes.find(({ id }) => id === drill.routeId)?.missed ?? [];
  if (isThere && missed.length > 0) return failed(`Not all of the route was tried: ${listed(missed)}.`);
  const isProved = isThere && (drill.until === "sent" || followed?.acknowledgedAt != null);
  if (isProved) return { hops, status: "proved", message: null, proves: provedBy(drill, followed) };
  const waits = waitsFor(drill, followed, ours);
  if (now <= drill.deadline) return { hops, status: "running", message: waits, proves: [] };
  return failed(`The time was over. ${waits}`);
}

/** Whether what it is about sent a message: of a route's drill that route, whatever others send that it continues to. */
function isNotified({ routeId }: Pick<Followable, "routeId">, ours: readonly Message[]): boolean {
  return ours.some(({ senderId }) => routeId === null || senderId === routeId);
}

/** A route's drill is about that route. One of a service proves those that its alert went through whole; one of a target what that gets. */
function provedBy({ routeId, targetId }: Followable, followed: Followed | undefined): readonly string[] {
  if (routeId !== null) return [routeId];
  if (targetId !== null) return [];
  const { routes = [], messages = [], isNative = false } = followed ?? {};
  const isProved = (id: string) => isNative || isNotified({ routeId: id }, messages);
  return routes.flatMap(({ id, isMuted, missed }) =>
    !isMuted && missed.length === 0 && isProved(id) ? [id] : [],
  );
}

/** Whether the route that it is about is among those that took it: each may come in a notification of its own. */
function hasCome({ routeId }: Followable, followed: Followed | undefined): boolean {
  return routeId === null || followed?.routes.some(({ id }) => id === routeId) === true;
}

/** @param isOver whether it has failed: then the places that some of its targets came to are shown, too */
function hopsOf(
  drill: Followable,
  followed: Followed | undefined,
  ours: readonly Message[],
  isOver: boolean,
): Hop[] {
  const { handedAt, acceptedAt, takenInAt, connectorId, alertId } = drill;
  const hop = (name: Hop["name"], at: Date | null | undefined, detail: string): Hop[] =>
    at == null ? [] : [{ name, at: at.toISOString(), detail }];
  const ofMessages = (
    name: Hop["name"],
    there: readonly Message[],
    time: (message: Message) => Date | null,
    detail: (whom: string) => string,
  ): Hop[] => {
    const isShown = there.length > 0 && (isOver || there.length === ours.length);
    return isShown ? hop(name, latest(there.map(time)), detail(listed(there.map(({ to }) => to)))) : [];
  };
  // What failed so far is said as such: it may never have left.
  const sent = ours.filter(
    ({ status, triedAt, error }) => triedAt !== null && (status === "sent" || error === null),
  );
  const taken = ours.filter(({ status, endedAt }) => status === "sent" && endedAt !== null);
  const decided = followed === undefined ? null : takenInAt;
  return [
    ...hop("agent", handedAt, `The agent of the connector ${connectorId} has it.`),
    ...hop("alertmanager", acceptedAt, "Its Alertmanager took it."),
    ...hop("intake", takenInAt, `It came in as the alert ${alertId}.`),
    ...hop("decided", decided, followed === undefined ? "" : decisionOf(followed)),
    ...ofMessages(
      "queued",
      ours,
      ({ queuedAt }) => queuedAt,
      (whom) => `A message waits for ${whom}.`,
    ),
    ...ofMessages(
      "sent",
      sent,
      ({ triedAt }) => triedAt,
      (whom) => `It was sent to ${whom}.`,
    ),
    ...ofMessages(
      "taken",
      taken,
      ({ endedAt }) => endedAt,
      (whom) => `${whom} took it.`,
    ),
    ...hop("acknowledged", followed?.acknowledgedAt, `${followed?.acknowledgedBy} acknowledged it.`),
  ];
}

function decisionOf({ withheld, routes }: Followed): string {
  if (withheld !== null) return sentence(`It is ${withheld}`);
  return routes.length === 0
    ? "No route takes it."
    : `It goes to ${listed(routes.map(({ name }) => JSON.stringify(name)))}.`;
}

/** What no waiting changes. */
function failureOf(
  drill: Followable,
  followed: Followed | undefined,
  ours: readonly Message[],
  nobody: string | undefined,
): string | undefined {
  const { problem, until } = drill;
  if (problem !== null) return sentence(`The Alertmanager did not take it: ${problem}`);
  const notified = isNotified(drill, ours);
  const silent = nobody === undefined || notified ? undefined : `Nobody is notified: ${nobody}.`;
  if (followed === undefined) return silent;
  const { withheld, routes, isNative, acknowledgedAt, resolvedAt } = followed;
  if (withheld !== null) return sentence(`Nobody is notified: it is ${withheld}`);
  if (routes.length === 0) return "Nobody is notified: no route takes it.";
  if (silent !== undefined) return silent;
  if (resolvedAt !== null && until === "acknowledged" && acknowledgedAt === null)
    return "Its alert was resolved before anybody acknowledged it.";
  if (resolvedAt !== null && !isNative && !notified)
    return "Its alert was resolved before anybody was notified.";
  // The others are tried first, so that what is kept of it says whom it came to.
  const isTried = ours.every(({ status, error }) => status !== "queued" || error !== null);
  const lost = isTried ? lossOf(ours) : undefined;
  if (lost !== undefined) return lost;
  if (ours.length === 0 && isNative && until === "sent")
    return "Its Alertmanager itself sends what the route takes, so that the service cannot see whether it arrives: start it with until acknowledged.";
  return undefined;
}

/** Who does not get it any more. */
function lossOf(ours: readonly Message[]): string | undefined {
  const lost = ours.find(({ status }) => status === "parked" || status === "held");
  if (lost === undefined) return undefined;
  return lost.status === "held"
    ? `The mail to ${lost.to} is held: the service has no mail server.`
    : sentence(`${lost.to} did not take it: ${lost.error ?? "it was given up"}`);
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
  if (!followed.isNative && !isNotified(drill, ours))
    return "Nobody is notified: no destination that it is about got a message.";
  const lost = lossOf(ours);
  if (lost !== undefined) return lost;
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

export function listed(names: readonly string[]): string {
  const [last, ...before] = [...new Set(names)].reverse();
  return before.length === 0 ? (last ?? "") : `${before.reverse().join(", ")} and ${last}`;
}

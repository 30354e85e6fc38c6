/** What of the flow of alerts the picture shows: all of it, what goes through one part, and what is lit. Pure. */
import type { Delivery, Resolution } from "../../api/alert-shapes.ts";
import type { AlertFlow, FlowPath, Receiver } from "../../api/flow-shapes.ts";

export const columns = ["service", "route", "receiver", "person"] as const;
export type Column = (typeof columns)[number];

/** A part of the picture, such as `route:route_01`: its column, and what it is in that. It stands in addresses. */
export type Part = `${Column}:${string}`;

export function partOf(column: Column, id: string): Part {
  return `${column}:${id}`;
}

/** Undefined for what is no part. */
export function readPart(
  text: string | undefined,
): { readonly column: Column; readonly id: string } | undefined {
  const at = text?.indexOf(":") ?? -1;
  const column = columns.find((one) => one === text?.slice(0, at));
  return column === undefined || text === undefined ? undefined : { column, id: text.slice(at + 1) };
}

/** Where alerts end that no route takes. */
export const noRoute = partOf("route", "");
/** Those of several services that count together. */
const several = partOf("service", "*");

export function servicePart(service: string | null): Part {
  return service === null ? several : partOf("service", service);
}

/** The parts on a way, each once. */
export function partsOn(path: FlowPath, receivers: ReadonlyMap<string, Receiver>): ReadonlySet<Part> {
  const reached = path.routes.flatMap((route) => route.receivers);
  return new Set([
    servicePart(path.service),
    ...(path.routes.length === 0 ? [noRoute] : path.routes.map(({ id }) => partOf("route", id))),
    ...reached.flatMap((id) => receiverParts(receivers.get(id))),
  ]);
}

/** A receiver, and the people in it. */
export function receiverParts(receiver: Receiver | undefined): readonly Part[] {
  if (receiver === undefined) return [];
  return [partOf("receiver", receiver.id), ...receiver.people.map(({ email }) => partOf("person", email))];
}

/** A part that is shown: how many alerts came by, and whether it is lit or out of use. */
export interface Node {
  readonly part: Part;
  readonly column: Column;
  readonly name: string;
  readonly count: number;
  /** Why it notifies nobody. */
  readonly problem: string | null;
  /** What else there is to say of it in a word or two. */
  readonly note?: string | undefined;
  /** The same with its reason, for whoever points at it. */
  readonly whole?: string | undefined;
  /** The row's kind; `email` for a mailbox, nothing for a service or a person. */
  readonly kind?: string | undefined;
  /** The kind of an outbound target. */
  readonly target?: string | null | undefined;
}

/** A way between two parts that stand next to each other. */
export interface Link {
  readonly from: Part;
  readonly to: Part;
  /** Alerts that took it; 0 where it is only set up. */
  readonly count: number;
  /** Whether nothing that takes it reaches anybody. */
  readonly dead: boolean;
}

export interface View {
  readonly nodes: readonly Node[];
  readonly links: readonly Link[];
  /** Of the last week, as far as they go through the chosen part. */
  readonly alerts: number;
  /** Whether an alert that no route wants reaches nobody. */
  readonly hasNoRest: boolean;
}

/**
 * @param through the part that the picture is narrowed to
 * @param lit parts that are shown in any case, with the way between them
 */
export function viewOf(flow: AlertFlow, through: Part | undefined, lit: ReadonlySet<Part> = new Set()): View {
  const receivers = new Map(flow.receivers.map((receiver) => [receiver.id, receiver]));
  const paths = flow.paths.filter((path) => through === undefined || partsOn(path, receivers).has(through));
  const links = withLit(linksOf(flow, paths, receivers, through), lit);
  const counts = countsOf(paths, receivers);
  const shown = new Set<Part>([
    ...counts.keys(),
    ...links.flatMap(({ from, to }) => [from, to]),
    ...(through === undefined ? [] : [through]),
    ...lit,
  ]);
  const hasNoRest = !flow.routes.some(({ catch_all }) => catch_all);
  const all = nodesOf(flow, counts, shown.has(noRoute) || hasNoRest, servicesOf(flow, lit));
  const isShown = ({ part }: Node) => shown.has(part) || (through === undefined && part.startsWith("route:"));
  return {
    nodes: all.filter(isShown),
    links,
    alerts: paths.reduce((sum, { count }) => sum + count, 0),
    hasNoRest,
  };
}

function countsOf(paths: readonly FlowPath[], receivers: ReadonlyMap<string, Receiver>): Map<Part, number> {
  const counts = new Map<Part, number>();
  for (const path of paths)
    for (const part of partsOn(path, receivers)) counts.set(part, (counts.get(part) ?? 0) + path.count);
  return counts;
}

/** Those of the alerts, and the lit one, of which there may have been none. */
function servicesOf({ paths }: AlertFlow, lit: ReadonlySet<Part>): ReadonlySet<string | null> {
  const typed = [...lit].flatMap((part) => {
    const { column, id } = readPart(part) ?? {};
    return column === "service" && id !== undefined ? [id] : [];
  });
  return new Set([...typed, ...paths.map(({ service }) => service)]);
}

/** With the lit way, also where no alert has taken it. */
function withLit(links: readonly Link[], lit: ReadonlySet<Part>): readonly Link[] {
  const known = new Set(links.map(({ from, to }) => `${from} ${to}`));
  const of = (column: Column) => [...lit].filter((part) => readPart(part)?.column === column);
  const begun = of("service").flatMap((from) => of("route").map((to) => ({ from, to })));
  return [
    ...links,
    ...begun
      .filter(({ from, to }) => !known.has(`${from} ${to}`))
      .map((ends) => ({ ...ends, count: 0, dead: false })),
  ];
}

/** That nothing arrives there, in a word or two: why is said once, over the picture. */
function markOf({ status }: Delivery): string | undefined {
  if (status === "ok" || status === "unknown") return undefined;
  return status === "failing" ? "failing" : "not sent";
}

/** The same with its reason. */
export function noteOf(delivery: Delivery): string | undefined {
  const mark = markOf(delivery);
  return mark === undefined ? undefined : `${mark}: ${delivery.reason}`;
}

function nodesOf(
  flow: AlertFlow,
  counts: ReadonlyMap<Part, number>,
  withNoRoute: boolean,
  services: ReadonlySet<string | null>,
): readonly Node[] {
  const node = (column: Column, id: string, name: string, problem: string | null): Node => {
    const part = partOf(column, id);
    return { part, column, name, count: counts.get(part) ?? 0, problem };
  };
  const lost = node("route", "", "No route", "nobody is notified of what no route takes");
  const people = new Map(
    flow.receivers.flatMap((one) => one.people.map(({ email, name }) => [email, name] as const)),
  );
  return [
    ...[...services].map((service) => ({
      ...node("service", service ?? "*", service === null ? "Other services" : service || "No service", null),
    })),
    ...flow.routes.map(({ id, kind, name, problem, catch_all, ...route }) => ({
      ...node("route", id, name, problem),
      kind,
      note: catch_all ? "takes the rest" : route.continue && problem === null ? "and goes on" : undefined,
    })),
    ...(withNoRoute ? [lost] : []),
    ...flow.receivers.map(({ id, name, problem, kind, target_kind, delivery }) => ({
      ...node("receiver", id, name, problem),
      kind,
      note: markOf(delivery),
      whole: noteOf(delivery),
      target: target_kind,
    })),
    ...[...people].map(([email, name]) => node("person", email, name || email, null)),
  ];
}

/** What alerts took, and what is set up next to it: of all routes, or of the chosen part. */
function linksOf(
  flow: AlertFlow,
  paths: readonly FlowPath[],
  receivers: ReadonlyMap<string, Receiver>,
  through: Part | undefined,
): readonly Link[] {
  const links = new Map<string, Link>();
  const add = (from: Part, to: Part, count: number, dead: boolean) => {
    const key = `${from} ${to}`;
    links.set(key, { from, to, dead, count: count + (links.get(key)?.count ?? 0) });
  };
  const toPeople = (id: string, count: number) => {
    for (const { email } of receivers.get(id)?.people ?? [])
      add(partOf("receiver", id), partOf("person", email), count, false);
  };
  const problems = new Map(flow.routes.map(({ id, problem }) => [id, problem]));
  for (const { service, routes, count } of paths) {
    if (routes.length === 0) add(servicePart(service), noRoute, count, true);
    for (const route of routes) {
      const part = partOf("route", route.id);
      add(servicePart(service), part, count, (problems.get(route.id) ?? null) !== null);
      for (const id of route.receivers) {
        add(part, partOf("receiver", id), count, false);
        toPeople(id, count);
      }
    }
  }
  for (const route of flow.routes) {
    const part = partOf("route", route.id);
    for (const id of route.receivers) {
      const to = partOf("receiver", id);
      const receiver = receivers.get(id);
      const ends: readonly Part[] = [part, ...receiverParts(receiver)];
      if (through !== undefined && !ends.includes(through)) continue;
      add(part, to, 0, route.problem !== null || (receiver?.problem ?? null) !== null);
      if (receiver?.problem === null) toPeople(id, 0);
    }
  }
  return [...links.values()];
}

/** The parts that an alert with these labels comes past; the route where it ends is among them. */
export function litBy(
  flow: AlertFlow,
  labels: Readonly<Record<string, string>>,
  { routes }: Pick<Resolution, "routes">,
): ReadonlySet<Part> {
  const receivers = new Map(flow.receivers.map((receiver) => [receiver.id, receiver]));
  const taking = routes.filter(({ taken }) => taken);
  const reached = taking.flatMap((route) => route.receivers ?? []);
  return new Set([
    servicePart(labels.service ?? ""),
    ...(taking.length === 0 ? [noRoute] : taking.map(({ id }) => partOf("route", id))),
    ...reached.flatMap((id) => {
      const receiver = receivers.get(id);
      return receiver?.problem === null ? receiverParts(receiver) : [];
    }),
  ]);
}

/** How far a drill has come, as columns of the picture. */
export function columnsPast(hops: readonly { readonly name: string }[]): ReadonlySet<Column> {
  const past = new Set(hops.map(({ name }) => name));
  return new Set([
    ...(past.size > 0 ? (["service"] as const) : []),
    ...(past.has("decided") ? (["route"] as const) : []),
    ...(past.has("taken") ? (["receiver", "person"] as const) : []),
  ]);
}

/** What of the lit parts a drill has come past. */
export function litSoFar(lit: ReadonlySet<Part>, past: ReadonlySet<Column>): ReadonlySet<Part> {
  return new Set([...lit].filter((part) => past.has(readPart(part)?.column ?? "service")));
}

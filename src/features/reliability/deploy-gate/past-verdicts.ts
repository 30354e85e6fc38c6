/**
 * Verdicts of the past decided twice, by the rows as they are and as a plan would have them, with the facts of their own
 * time. By the function that decides live. Pure.
 */
import { grouped } from "../../../kernel/grouped.ts";
import { type SharedText, textOf } from "../../../kernel/shared-text.ts";
import type { Pieces } from "../../../kernel/time-slices.ts";
import {
  type Decision,
  decideGate,
  type Figure,
  type GateFacts,
  type GatePolicy,
  policyOf,
  type RowView,
} from "./decide.ts";

/** One answer to a pipeline, and how often it was given. */
export interface KeptVerdict {
  readonly organizationId: string;
  readonly service: string;
  readonly askedAt: Date;
  readonly count: number;
  readonly allowed: boolean;
  /** The codes of the reasons that hold deploys, or would but for the override; each once, in order. */
  readonly heldBy: readonly string[];
  /** `Facts` as JSON. */
  readonly facts: string;
}

/** A value and when it was measured, in milliseconds; null where it never was. */
type KeptFigure = readonly [value: number, at: number] | null;

/** `noData`: it gave no data then. Verdicts of before that was kept have nothing there. */
type KeptSlo = readonly [id: string, budget: KeptFigure, burnRate: KeptFigure, noData?: true];

/** What was decided by, but for the policy. */
type Facts = readonly [override: boolean | null, slos: readonly KeptSlo[], impacts: readonly string[]];

export function factsTextOf({
  override,
  slos,
  incidents,
}: Pick<GateFacts, "override" | "slos" | "incidents">) {
  const kept = (figure: Figure | undefined): KeptFigure =>
    figure === undefined ? null : [figure.value, figure.at.getTime()];
  const facts: Facts = [
    override?.allow ?? null,
    slos.map(({ id, errorBudgetRemainingPercent: budget, burnRate, noData }): KeptSlo => {
      const figures = [id, kept(budget), kept(burnRate)] as const;
      return noData === undefined ? figures : [...figures, true];
    }),
    [...new Set(incidents.map(({ impact }) => impact))].sort(),
  ];
  return JSON.stringify(facts);
}

export function heldBy({ reasons }: Decision): readonly string[] {
  return [...new Set(reasons.flatMap(({ code, holds }) => (holds ? [code] : [])))].sort();
}

/** What of the rows decides at the gate, in a form that a thread can be given. */
export interface GateRows {
  /** By their services. */
  readonly policies: ReadonlyMap<string, RowView>;
  /** The services of enabled SLOs, by their ids. */
  readonly slos: ReadonlyMap<string, string>;
}

export interface GateReplayRequest {
  /** Lists of verdicts: service, time in milliseconds, count, whether it allowed, what held, facts. */
  readonly verdicts: readonly SharedText[];
  readonly before: GateRows;
  readonly after: GateRows;
}

type Row = readonly [
  service: string,
  askedAt: number,
  count: number,
  allowed: boolean,
  heldBy: readonly string[],
  facts: Facts,
];

export interface ReplayedService {
  readonly service: string;
  /** How often it was asked for. */
  readonly asked: number;
  readonly newlyHeld: number;
  readonly newlyAllowed: number;
  /** The codes of the reasons that would hold newly, or do so no longer. */
  readonly because: readonly string[];
}

export interface ReplayedGate {
  readonly asked: number;
  readonly newlyHeld: number;
  readonly newlyAllowed: number;
  /** How often something else was answered than today's rows say. */
  readonly drift: number;
  /** Of which something differs, those first of which most does. */
  readonly services: readonly ReplayedService[];
}

const mostServices = 100;

export function* replayGate({ verdicts, before, after }: GateReplayRequest): Pieces<ReplayedGate> {
  const [was, is] = [createDecider(before), createDecider(after)];
  const known = new Map<string, { -readonly [K in keyof ReplayedService]: ReplayedService[K] }>();
  let drift = 0;
  for (const text of verdicts) {
    yield;
    for (const [service, askedAt, count, allowed, held, facts] of JSON.parse(textOf(text)) as Row[]) {
      yield;
      const [then, planned] = [was(service, askedAt, facts), is(service, askedAt, facts)];
      const heldThen = heldBy(then);
      if (then.allowed !== allowed || heldThen.join() !== held.join()) drift += count;
      const one = known.get(service) ?? { service, asked: 0, newlyHeld: 0, newlyAllowed: 0, because: [] };
      known.set(service, one);
      one.asked += count;
      if (then.allowed === planned.allowed) continue;
      one[planned.allowed ? "newlyAllowed" : "newlyHeld"] += count;
      one.because = [...new Set([...one.because, ...(planned.allowed ? heldThen : heldBy(planned))])].sort();
    }
  }
  const all = [...known.values()];
  const sum = (of: "asked" | "newlyHeld" | "newlyAllowed") => all.reduce((total, one) => total + one[of], 0);
  return {
    ...{ asked: sum("asked"), newlyHeld: sum("newlyHeld"), newlyAllowed: sum("newlyAllowed"), drift },
    services: all
      .filter((one) => differences(one) > 0)
      .sort((one, other) => differences(other) - differences(one) || (one.service < other.service ? -1 : 1))
      .slice(0, mostServices),
  };
}

function differences({ newlyHeld, newlyAllowed }: ReplayedService): number {
  return newlyHeld + newlyAllowed;
}

/** Of SLOs those count that measure the service by these rows. */
function createDecider({ policies, slos }: GateRows) {
  const known = new Map<string, (at: Date) => GatePolicy>();
  for (const [service, row] of policies) known.set(service, policyOf(row));
  const measuring = grouped(slos.keys(), (id) => slos.get(id));
  const ids = new Map([...measuring].map(([service, own]) => [service, new Set(own)]));
  return (service: string, askedAt: number, [override, figures, impacts]: Facts): Decision => {
    const now = new Date(askedAt);
    return decideGate({
      policy: known.get(service)?.(now),
      override: override === null ? undefined : { allow: override },
      slos: figures
        .filter(([id]) => ids.get(service)?.has(id))
        .map(([id, budget, burnRate, noData]) => ({
          ...{ id, name: "", corrections: [], withdrawn: [], noData: noData && "" },
          errorBudgetRemainingPercent: figureOf(budget),
          burnRate: figureOf(burnRate),
        })),
      incidents: impacts.map((impact) => ({ service, impact, id: "", title: "", status: "" })),
      now,
    });
  };
}

function figureOf(kept: KeptFigure): Figure | undefined {
  return kept === null ? undefined : { value: kept[0], at: new Date(kept[1]) };
}

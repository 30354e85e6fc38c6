/** Change policies: which changes somebody else has to look at, who that is, and who went past them. */
import { NeedsForecast } from "../../../engine/approvals.ts";
import { entry } from "../../../engine/audit-entry.ts";
import { type Call, isByAgent, personBehind } from "../../../engine/context.ts";
import type { ApprovalNeed, Approvals, Feature, KindHooks, RowMove } from "../../../engine/feature.ts";
import { refuseRow } from "../../../engine/limits.ts";
import { approvedBy, type NeedsOf } from "../../../engine/ports/needs.ts";
import { isWriter, type Reader, type Writer } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import type { Labels } from "../../../renderers/alerting/facts.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { type ChangePolicies, changePoliciesKind } from "../../../resources/change-policies.ts";
import { slos } from "../../../resources/slos.ts";
import { teams } from "../../../resources/teams.ts";
import type { Ground } from "../../ground.ts";
import type { Teams } from "../../identity/index.ts";
import type { Plans } from "../plans/index.ts";
import { approversOf, judgeApprovers, unapprovable } from "./approvers.ts";
import { type Candidate, candidatesOf, effectsAsked, type Policy, type Wanted, wantedBy } from "./decide.ts";
import { type ForecastNeeds, foretell, unknownOf } from "./effects.ts";
import { changedRow, type Effect, labelsOf, mutePromised, ownersAmong, slosCorrected } from "./facts.ts";
import { createMuteSpanStore, type MuteSpanStore } from "./mute-span-store.ts";

export { ownersAmong } from "./facts.ts";

export interface PolicyNeeds extends ForecastNeeds {
  readonly teams: Pick<Teams, "roster">;
  readonly plans: Pick<Plans, "rows">;
  readonly proposals: () => {
    /** Keeps what was made past policies among what somebody has to look at, in its transaction. */
    keepBroken(
      writer: Writer,
      call: Call,
      moves: readonly RowMove[],
      missing: readonly ApprovalNeed[],
    ): Promise<void>;
  };
}

interface Deps extends Pick<Ground, "store" | "definitions" | "hooks">, PolicyNeeds {
  readonly changePolicies: ChangePolicies;
  readonly spans: MuteSpanStore;
}

/** More people than a team has. */
const everybody = 10_000;
/** Rows that a record names. */
const mostRows = 100;

export interface Policies extends Feature {
  /** What they want of a proposal. */
  readonly needsOf: NeedsOf;
}

export function createPolicies(ground: Ground, needs: PolicyNeeds): Policies {
  const changePolicies = ground.definitions[changePoliciesKind] as ChangePolicies;
  const spans = createMuteSpanStore(ground.database);
  const approvals = createApprovals({ ...ground, ...needs, changePolicies, spans });
  return {
    name: "policies",
    approvals,
    judges: [judgeApprovers({ ...needs, changePolicies })],
    attention: unapprovable({ ...ground, ...needs, changePolicies }),
    kinds: {
      [alertMutes.kind]: {
        follows: ({ after }) => after === undefined,
        async onWrite(writer, call, { before, after }) {
          const { hasPolicies } = call.caller.organization;
          if (before === undefined || after !== undefined || hasPolicies === false) return;
          await spans.in(writer).keep(call.caller.organization.id, before, call.now);
        },
      } satisfies KindHooks<typeof alertMutes>,
    },
    needsOf: (call, { author, moves }, given) =>
      approvals.needs(ground.store, { ...call, approved: approvedBy(author, given) }, moves),
  };
}

function createApprovals(deps: Deps): Approvals {
  return {
    async needs(reader, call, moves) {
      const policies = await policiesOf(deps, reader, call);
      if (policies.length === 0) return [];
      const candidates = await candidatesAmong(deps, reader, call, policies, moves);
      if (candidates.length === 0) return [];
      const wanted = wantedBy(candidates, await effectsAmong(deps, reader, call, candidates, moves));
      return needsOf(deps, reader, call, wanted);
    },
    async broken(writer, call, moves, missing, plan) {
      for (const { policy_id: id } of missing)
        refuseRow(call.caller, deps.changePolicies, { id, configuration: {} });
      const rows = moves.slice(0, mostRows).map(({ kind, id }) => `${kind}/${id}`);
      const records = missing.map(({ policy, policy_id, by }) =>
        entry(call, "break_glass", changePoliciesKind, policy_id, [
          { field: "name", before: policy, after: policy },
          { field: "break_glass", before: null, after: call.breakGlass ?? null },
          { field: "asked", before: null, after: by === "org_admin" ? by : by.team_id },
          { field: "rows", before: null, after: rows },
        ]),
      );
      const trace = plan && { ...plan, records: plan.records + records.length };
      const kept = deps.plans.rows.in(writer);
      for (const record of records)
        await kept.record(call.caller.organization.id, { ...record, plan: trace });
      await deps.proposals().keepBroken(writer, call, moves, missing);
      return records.length;
    },
  };
}

/** The policies as they are before the change. Who came by a credential that says there are none reads none. */
async function policiesOf(
  { changePolicies }: Deps,
  reader: Reader,
  { caller: { organization } }: Call,
): Promise<readonly Policy[]> {
  if (organization.hasPolicies === false) return [];
  const rows = await reader.rowsMatching(organization.id, changePolicies.kind, { enabled: true });
  return rows.map(({ id, configuration }) => ({
    id,
    configuration: completed(changePolicies, configuration),
  }));
}

async function candidatesAmong(
  deps: Deps,
  reader: Reader,
  call: Call,
  policies: readonly Policy[],
  moves: readonly RowMove[],
): Promise<readonly Candidate[]> {
  const asks = (effect: Effect) =>
    policies.some(({ configuration }) => configuration.effects.includes(effect));
  const teamsOfAuthor = asks("foreign_team")
    ? await teamsAmong(deps, reader, call, moves)
    : new Set<string>();
  const mutes = asks("long_mute") ? await mutesAround(deps, reader, call, moves) : [];
  const byLabels = policies.some(({ configuration }) => configuration.matchers.length > 0);
  const slosNamed = byLabels ? await slosAmong(reader, call, moves) : new Map();
  const rows = moves.flatMap((move) => {
    const definition = deps.definitions[move.kind];
    if (definition === undefined) return [];
    return [changedRow(definition, move, { teamsOfAuthor, mutes, slos: slosNamed }), ...mutePromised(move)];
  });
  return candidatesOf(policies, rows, call.now);
}

/** What mutes are around those that are made. */
async function mutesAround({ spans }: Deps, reader: Reader, call: Call, moves: readonly RowMove[]) {
  const makes = moves.some(({ kind, now }) => kind === alertMutes.kind && now !== undefined);
  return makes ? spans.in(reader).around(call.caller.organization.id, moves, call.now) : [];
}

/** The labels of the SLOs that changed corrections name, as they are and as the change leaves them. */
async function slosAmong(reader: Reader, call: Call, moves: readonly RowMove[]) {
  const ids = moves.flatMap((move) => [move.before, move.now].flatMap((row) => slosCorrected(move, row)));
  const found = new Map<string, readonly Labels[]>();
  for (const id of new Set(ids)) {
    const moved = moves.find((move) => move.kind === slos.kind && move.id === id);
    const rows = [
      moved?.before ?? (await reader.row(call.caller.organization.id, slos.kind, id)),
      moved?.now,
    ];
    const labels = rows.flatMap((row) =>
      row === undefined ? [] : labelsOf(slos, completed(slos, row.configuration)),
    );
    found.set(id, labels);
  }
  return found;
}

/** Of the teams that own rows that change, those that the author is in. */
async function teamsAmong(
  { teams, definitions }: Deps,
  reader: Reader,
  call: Call,
  moves: readonly RowMove[],
): Promise<ReadonlySet<string>> {
  const owners = ownersAmong(definitions, moves);
  if (owners.length === 0) return new Set();
  const people = await teams.roster.in(reader).members(call.caller.organization.id, owners, everybody);
  return new Set(people.flatMap((person) => (isAuthor(call, person) ? [person.teamId] : [])));
}

/** Whether it is the person who answers for the change; nobody is where that is not known. */
function isAuthor(
  { caller, approved }: Call,
  { id, email }: { readonly id: string; readonly email: string },
): boolean {
  return approved === undefined ? id === personBehind(caller) : foldEmail(email) === approved.author;
}

/** The effects of the change as a whole that the policies ask for. */
async function effectsAmong(
  deps: Deps,
  reader: Reader,
  call: Call,
  candidates: readonly Candidate[],
  moves: readonly RowMove[],
): Promise<ReadonlySet<Effect>> {
  const asked = effectsAsked(candidates);
  const byAgent = call.approved?.byAgent ?? isByAgent(call);
  const own: readonly Effect[] = byAgent ? ["by_agent"] : [];
  const unknown = unknownOf(asked, moves);
  if (unknown.length === 0) return new Set(own);
  const { forecasts } = call;
  const key = JSON.stringify([unknown, moves.map(textOf)]);
  const known = forecasts?.get(key) as ReadonlySet<Effect> | undefined;
  if (known !== undefined) return new Set([...own, ...known]);
  const look = async () => {
    const found = await foretell(deps, deps, call, moves, unknown);
    forecasts?.set(key, found);
    return found;
  };
  // A forecast takes long, and reads what a transaction may keep from it.
  if (!isWriter(reader)) return new Set([...own, ...(await look())]);
  // In doubt the change has them.
  if (forecasts === undefined) return new Set([...own, ...unknown]);
  throw new NeedsForecast(async () => void (await look()));
}

/** What a move is known by when it is decided again: a new row has another id then. */
function textOf({ kind, before, now }: RowMove) {
  return [kind, before?.id, before?.revision, now?.configuration];
}

async function needsOf(
  { teams: { roster } }: Deps,
  reader: Reader,
  call: Call,
  wanted: readonly Wanted[],
): Promise<readonly ApprovalNeed[]> {
  const { id: organizationId } = call.caller.organization;
  const people = roster.in(reader);
  const approved = call.approved?.by ?? [];
  // Several policies may ask for the same people.
  const asked = new Map<string, ReturnType<typeof read>>();
  const read = async (by: Wanted["by"]) => {
    if (by === "org_admin") return { whom: "an administrator", may: await people.admins(organizationId) };
    return {
      whom: await teamNamed(reader, organizationId, by.team_id),
      may: await approversOf(people, organizationId, by.team_id),
    };
  };
  const needs: ApprovalNeed[] = [];
  for (const { policy, by, row } of wanted) {
    const { name, approvals, author_counts } = policy.configuration;
    const key = by === "org_admin" ? by : by.team_id;
    const known = asked.get(key) ?? read(by);
    asked.set(key, known);
    const { whom, may } = await known;
    const counting = may.filter((person) => author_counts || !isAuthor(call, person));
    needs.push({
      ...{ policy: name, policy_id: policy.id, approvals, by, whom, row, people: counting.length },
      have: counting.filter(({ email }) => approved.includes(foldEmail(email))).length,
    });
  }
  return needs;
}

async function teamNamed(reader: Reader, organizationId: string, id: string): Promise<string> {
  const row = await reader.row(organizationId, teams.kind, id);
  return `the team ${JSON.stringify(row === undefined ? id : completed(teams, row.configuration).name)}`;
}

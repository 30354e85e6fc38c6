/** What a route may be sent to, by its rows: teams, outbound targets, rotas, mailboxes. */
import { useQuery } from "@tanstack/react-query";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinition } from "../../../api/queries.ts";
import { stateOf } from "../../../parts/tones.ts";
import { nameOf, phrase } from "../../../parts/words.ts";
import { useOrganization } from "../../../shell/session.ts";
import { kindNames } from "../../names.ts";

export interface Known {
  readonly id: string;
  readonly name: string;
  /** The row's kind; `email` for a mailbox. */
  readonly kind: string;
  /** The kind of an outbound target. */
  readonly target: string | null;
  /** What it is in a word or two. */
  readonly about: string;
  /** Why nothing arrives there now, in a word or two; undefined where nothing is known against it. */
  readonly lost?: string | undefined;
}

/** Teams, outbound targets and rotas, as far as lists have them. */
export function useReceivers(): ReadonlyMap<string, Known> {
  const org = useOrganization()?.slug ?? "";
  const teams = useDefinition(kindNames.team) as Definition;
  const targets = useDefinition(kindNames.target) as Definition;
  const rotas = useDefinition(kindNames.rota) as Definition;
  const ofRotas = useQuery({ ...rowsQuery(org, rotas), staleTime: 30_000 }).data?.data ?? [];
  const ofTeams = useQuery({ ...rowsQuery(org, teams), staleTime: 30_000 }).data?.data ?? [];
  const ofTargets = useQuery({ ...rowsQuery(org, targets), staleTime: 30_000 }).data?.data ?? [];
  const known = [
    ...ofTeams.map((row): Known => ({ ...named(teams, row), target: null, about: "team" })),
    ...ofTargets.map((row): Known => {
      const lost = lostOf(targets, row);
      const about = `${phrase(String(row.kind))}${lost === undefined ? "" : `, ${lost}`}`;
      return { ...named(targets, row), target: String(row.kind), about, lost };
    }),
    ...ofRotas.map((row): Known => ({ ...named(rotas, row), target: null, about: "who is on call" })),
  ];
  return new Map(known.map((one) => [one.id, one]));
}

function lostOf({ fields }: Definition, row: JsonObject): string | undefined {
  const state = stateOf(fields, row);
  if (state?.value === "off") return "switched off";
  return state?.tone === "bad" ? phrase(state.value) : undefined;
}

function named(definition: Definition, row: JsonObject) {
  return { id: String(row.id), name: nameOf(definition, row), kind: definition.kind };
}

/** What a destination names; undefined for one that names nothing yet. */
export function receiverOf(
  { team_id, outbound_config_id, rota_id, role, email }: JsonObject,
  known: ReadonlyMap<string, Known>,
): Known | undefined {
  if (typeof email === "string" && email !== "")
    return { id: email, name: email, kind: "email", target: null, about: "mailbox" };
  if (typeof rota_id === "string") {
    const rota = known.get(rota_id) ?? {
      id: rota_id,
      name: rota_id,
      kind: kindNames.rota,
      target: null,
      about: "",
    };
    return typeof role === "string" && role !== "" ? { ...rota, name: `${rota.name} (${role})` } : rota;
  }
  const id = team_id ?? outbound_config_id;
  if (typeof id !== "string") return undefined;
  const kind = typeof team_id === "string" ? kindNames.team : kindNames.target;
  return known.get(id) ?? { id, name: id, kind, target: null, about: "" };
}

/** The destination that names it. */
export function destinationOf({ id, kind }: Pick<Known, "id" | "kind">): JsonObject {
  if (kind === kindNames.team) return { team_id: id };
  if (kind === kindNames.rota) return { rota_id: id };
  return kind === kindNames.target ? { outbound_config_id: id } : { email: id };
}

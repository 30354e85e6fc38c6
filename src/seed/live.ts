/** The demo goes on while the service runs: what its checkers saw of rows is said again, or it would be unknown after some minutes. */
import type { Organization } from "../engine/context.ts";
import type { Settings } from "../environment.ts";
import { measuredAt, sightOf } from "../kernel/staleness.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { Service } from "../service.ts";
import { demoRows } from "./demo.ts";
import { createOperator } from "./operator.ts";
import { people } from "./people.ts";
import { known, type SeedRow } from "./row.ts";
import { createAct, definitionOf } from "./write.ts";

/** Less than figures hold (`staleAfterMinutes`). */
export const sayAgainMs = 4 * 60_000;

/** Where there are more, no one of them is for trying things. */
const mostOrganizations = 5;

export interface Demo {
  readonly service: Pick<Service, "operations" | "server">;
  readonly settings: Pick<Settings, "operatorToken">;
}

/**
 * Says again, in the organizations that hold the demo, what was seen of its rows last, until an engine is connected
 * there. What somebody else has measured since stays, and so does what the demo shows as not measured.
 * @returns how many rows were spoken of
 */
export async function sayAgain({ service, settings }: Demo, now = new Date()): Promise<number> {
  const operator = createOperator(service.server, settings.operatorToken);
  const organizations = await operator.organizations();
  if (organizations.length > mostOrganizations) return 0;
  let said = 0;
  for (const organization of organizations) {
    const members = await operator.members(organization.id);
    if (people.every(({ email }) => members.has(email)))
      said += await sayIn(service.operations, organization, now);
  }
  return said;
}

async function sayIn(
  operations: Demo["service"]["operations"],
  organization: Organization,
  now: Date,
): Promise<number> {
  const act = createAct(operations, organization);
  // Who has connected an engine sees what that measures, and what comes of it when it is killed.
  const renders = (await act("list_renders", { body: {} })).data as readonly JsonObject[];
  if (renders.some(({ agents }) => Array.isArray(agents) && agents.length > 0)) return 0;
  const lists = new Map<string, readonly JsonObject[]>();
  let said = 0;
  for (const seeded of demoRows) {
    const definition = definitionOf(seeded.kind);
    const state = seenLast(seeded, now, organization.slug);
    const sight = sightOf(definition.fields);
    const names = sight?.states.map(({ name }) => name) ?? [];
    if (state === undefined || !names.some((name) => name in state)) continue;
    if (sight !== undefined && isOld(state[sight.field], now)) continue;
    const rows =
      lists.get(seeded.kind) ??
      ((await act(definition.actionNames.list, { body: {} })).data as readonly JsonObject[]);
    lists.set(seeded.kind, rows);
    const row = rows.find((one) =>
      definition.naturalKey.every(
        (name) =>
          typeof seeded.body[name] === "object" || (one[name] ?? null) === (seeded.body[name] ?? null),
      ),
    );
    if (row === undefined || isFresh(row, names, now)) continue;
    await act("report_state", { body: { kind: seeded.kind, id: String(row.id), ...state } }, now);
    said += 1;
  }
  return said;
}

/** What its checkers said at the moment of seeding, taken together; undefined where they have said nothing of now. */
function seenLast({ then }: SeedRow, now: Date, slug: string): JsonObject | undefined {
  const moment = {
    ...{ now, slug },
    idOf: () => {
      throw new Error("a report names no other row");
    },
  };
  const states = then.flatMap((step) =>
    step.step === "report" && step.minutes === 0 ? [known(step.state, moment)] : [],
  );
  return states.length === 0 ? undefined : Object.assign({}, ...states);
}

/** What its checkers saw long ago is there to show what that looks like. */
function isOld(seenAt: unknown, now: Date): boolean {
  return typeof seenAt === "string" && now.getTime() - Date.parse(seenAt) > sayAgainMs;
}

function isFresh(row: JsonObject, names: readonly string[], now: Date): boolean {
  return names.some((name) => {
    const at = measuredAt(row, name);
    return at !== undefined && now.getTime() - Date.parse(at) < sayAgainMs / 2;
  });
}

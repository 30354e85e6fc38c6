/** The demo goes on while the service runs: what its checkers saw of rows is said again, or it would be unknown after some minutes. */
import type { Organization } from "../engine/context.ts";
import { completed } from "../engine/render.ts";
import type { Settings } from "../environment.ts";
import { sameJson, sameValue } from "../kernel/equal.ts";
import { isConfiguration } from "../kernel/field.ts";
import type { Kind } from "../kernel/kind.ts";
import { isMadeUp, type KnownEngine } from "../kernel/made-up.ts";
import { heldUntil, measuredAt, type Sight, sightOf } from "../kernel/staleness.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { Service } from "../service.ts";
import { demoRows } from "./demo.ts";
import { createOperator } from "./operator.ts";
import { people } from "./people.ts";
import { known, type SeedRow, type Value } from "./row.ts";
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
 * Says again, in the organizations that hold the demo, what was seen of its rows last, as long as its figures are made up.
 * What somebody else has reported or changed since stays, and so does what the demo shows as not measured.
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
  const lists = new Map<string, readonly JsonObject[]>();
  const rowsOf = async (kind: string) => {
    const rows =
      lists.get(kind) ??
      ((await act(definitionOf(kind).actionNames.list, { body: {} }, now)).data as readonly JsonObject[]);
    lists.set(kind, rows);
    return rows;
  };
  // Who has connected an engine sees what that measures, and what comes of it when it is killed.
  const { data: engines } = await act("list_renders", { body: {} }, now);
  if (!isMadeUp(engines as unknown as readonly KnownEngine[], await rowsOf("data_sources"))) return 0;
  let said = 0;
  for (const seeded of demoRows) {
    const definition = definitionOf(seeded.kind);
    const sight = sightOf(definition.fields);
    if (sight === undefined) continue;
    const wanted = completed(definition, knownParts(seeded));
    const state = seenLast(seeded, now, organization.slug);
    if (state === undefined || !sight.states.some(({ name }) => name in state)) continue;
    // What its checkers saw long ago is there to show what that looks like.
    const seen = state[sight.field];
    if (typeof seen === "string" && now.getTime() > heldUntil(sight, wanted, seen)) continue;
    const row = (await rowsOf(seeded.kind)).find((one) =>
      definition.naturalKey.every(
        (name) => isFunction(seeded.body[name]) || sameJson(one[name], wanted[name]),
      ),
    );
    if (row === undefined || isMoved(definition, seeded, wanted, row)) continue;
    if (isFresh(row, sight, now) || isOfOthers(definition, state, row, sight, now)) continue;
    const at =
      typeof seen === "string" ? { [sight.field]: new Date(now.getTime() - 60_000).toISOString() } : {};
    await act("report_state", { body: { kind: seeded.kind, id: String(row.id), ...state, ...at } }, now);
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

const isFunction = (value: unknown) => typeof value === "function";

/** What the row says by itself; what names another row, or a time, is known only when it is written. */
function knownParts({ body }: SeedRow): JsonObject {
  const known = Object.entries(body).filter(([, value]) => !holdsFunction(value));
  return Object.fromEntries(known) as JsonObject;
}

function holdsFunction(value: Value | undefined): boolean {
  if (typeof value !== "object" || value === null) return isFunction(value);
  return Object.values(value).some(holdsFunction);
}

/** Whether somebody has changed the row since: what is seen of it then is no more what the demo shows. */
function isMoved({ fields }: Kind, { body, then }: SeedRow, wanted: JsonObject, row: JsonObject): boolean {
  const updated = new Set(then.flatMap((step) => (step.step === "update" ? Object.keys(step.body) : [])));
  return Object.entries(fields).some(([name, field]) => {
    if (!isConfiguration(field) || holdsFunction(body[name]) || updated.has(name)) return false;
    // What the service fills in of a new row is its own.
    if (field.keptWhenAbsent === true && !(name in body)) return false;
    return !sameValue(field, row[name] ?? null, wanted[name] ?? null);
  });
}

/** Whether somebody else reported another state, which holds. */
function isOfOthers({ fields }: Kind, state: JsonObject, row: JsonObject, sight: Sight, now: Date): boolean {
  return sight.states.some(({ name }) => {
    const at = measuredAt(row, name);
    if (at === undefined || now.getTime() > heldUntil(sight, row, at)) return false;
    return Object.entries(state).some(([part, value]) => {
      const field = fields[part];
      // Times move by themselves, and what is reported as null keeps what was known.
      if (field?.type !== "computed" || field.shape.type === "timestamp" || value === null) return false;
      return !sameValue(field.shape, row[part] ?? null, value);
    });
  });
}

function isFresh(row: JsonObject, { states }: Sight, now: Date): boolean {
  return states.some(({ name }) => {
    const at = measuredAt(row, name);
    return at !== undefined && now.getTime() - Date.parse(at) < sayAgainMs / 2;
  });
}

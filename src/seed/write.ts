/** Writes rows through the service's actions, as the operator, and leaves alone what is there already. */

import type { Organization } from "../engine/context.ts";
import type { ConfigurationOperations } from "../engine/operation.ts";
import { completed } from "../engine/render.ts";
import { naturalKeyOf } from "../engine/row-facts.ts";
import { sameJson } from "../kernel/equal.ts";
import { newRequestId } from "../kernel/ids.ts";
import type { Actor, Kind } from "../kernel/kind.ts";
import { Refusal } from "../kernel/problem.ts";
import type { JsonObject } from "../kernel/validate.ts";
import { definitions } from "../resources/index.ts";
import { known, type SeedContext, type SeedRow, type Step } from "./row.ts";

export interface Tally {
  created: number;
  /** Rows that were there, whatever they say by now. */
  unchanged: number;
}

export interface Writer {
  readonly tally: Readonly<Tally>;
  write(row: SeedRow): Promise<void>;
  /** The id of a row that it wrote, by its natural key. */
  readonly idOf: SeedContext["idOf"];
  /** A writer whose rows only it can name, so that a great many of them need no memory. */
  forBulk(): Writer;
}

/** @param hasPast whether rows are made as long ago as they say, rather than all of them now */
export function createWriter(
  operations: ConfigurationOperations,
  organization: Organization,
  hasPast: boolean,
): Writer {
  const tally: Tally = { created: 0, unchanged: 0 };
  return writerWith(createClock(), (kind, key) => {
    throw new Error(`${kind} ${key.join(", ")} is named before it is written`);
  });

  function writerWith(clock: Clock, elsewhere: SeedContext["idOf"]): Writer {
    const ids = new Map<string, string>();
    const idOf: SeedContext["idOf"] = (kind, key) => ids.get(rowKey(kind, key)) ?? elsewhere(kind, key);
    const actions = new RowActions(operations, organization, clock, hasPast);
    return {
      tally,
      idOf,
      async write(row) {
        const definition = definitionOf(row.kind);
        const moment = { now: new Date(), slug: organization.slug, idOf };
        const body = known(row.body, moment);
        const key = keyOf(definition, body);
        try {
          const { id, fresh } = await actions.place(definition, row, body, moment);
          ids.set(rowKey(row.kind, key), id);
          tally[fresh ? "created" : "unchanged"] += 1;
          if (fresh) for (const step of row.then) await actions.take(definition, id, row, step, moment);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          throw new Error(`${row.kind} ${key.join(", ")}: ${error.message}`, { cause: error });
        }
      },
      forBulk: () => writerWith(() => new Date(), idOf),
    };
  }
}

/** Runs the actions that a row needs. */
class RowActions {
  readonly #act: Act;
  readonly #clock: Clock;
  readonly #hasPast: boolean;

  constructor(
    operations: ConfigurationOperations,
    organization: Organization,
    clock: Clock,
    hasPast: boolean,
  ) {
    const act = createAct(operations, organization);
    this.#act = (name, input, now = clock()) => act(name, input, now);
    this.#clock = clock;
    this.#hasPast = hasPast;
  }

  /** Makes the row, or finds it. */
  async place(
    definition: Kind,
    row: SeedRow,
    body: JsonObject,
    moment: SeedContext,
  ): Promise<{ readonly id: string; readonly fresh: boolean }> {
    const when = this.#ago(row.minutes);
    if (definition.shape === "setting")
      return { id: definition.kind, fresh: await this.#save(definition, body, when) };
    const twin = await this.#twinOf(definition, row, body, moment);
    if (twin !== undefined) return { id: twin, fresh: false };
    try {
      return { id: String((await this.#act(definition.actionNames.create, { body }, when)).id), fresh: true };
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "conflict" && error.detail.current)) throw error;
      return { id: String(error.detail.current.id), fresh: false };
    }
  }

  /** Saves a setting that never was; one that nobody can write is touched by its row's steps. */
  async #save(definition: Kind, body: JsonObject, when: Date): Promise<boolean> {
    const { updated_at } = await this.#act(definition.actionNames.get, { body: {} });
    if (updated_at !== null) return false;
    if (definition.verbs.includes("update")) await this.#act(definition.actionNames.update, { body }, when);
    return true;
  }

  /** A row without a natural key is known again by what it says, after its own steps. */
  async #twinOf(
    definition: Kind,
    row: SeedRow,
    body: JsonObject,
    moment: SeedContext,
  ): Promise<string | undefined> {
    if (naturalKeyOf(definition, completed(definition, body)) !== null) return undefined;
    const updates = row.then.flatMap((step) => (step.step === "update" ? [known(step.body, moment)] : []));
    const written = Object.entries(Object.assign({}, body, ...updates) as JsonObject);
    const { data } = await this.#act(definition.actionNames.list, { body: {} });
    const twin = (data as JsonObject[]).find((other) =>
      written.every(([field, value]) => sameJson(other[field], value)),
    );
    return twin === undefined ? undefined : String(twin.id);
  }

  async take(definition: Kind, id: string, row: SeedRow, step: Step, moment: SeedContext): Promise<void> {
    switch (step.step) {
      case "report":
        await this.#act(
          "report_state",
          { body: { kind: definition.kind, id, ...known(step.state, moment) } },
          new Date(this.#clock().getTime() - step.minutes * 60_000),
        );
        return;
      case "update": {
        const when = this.#ago(row.minutes - step.after);
        await this.#act(definition.actionNames.update, { id, body: known(step.body, moment) }, when);
        return;
      }
      case "run":
        await this.#act(step.action, { body: known(step.body, moment) });
        return;
      case "pass": {
        const when = this.#ago(row.minutes);
        const passing = await this.#act(
          definition.actionNames.create,
          { body: known(step.body, moment) },
          when,
        );
        await this.#act(definition.actionNames.delete, { id: String(passing.id), body: {} }, when);
        return;
      }
    }
  }

  #ago(minutes: number): Date {
    return new Date(this.#clock().getTime() - (this.#hasPast ? minutes * 60_000 : 0));
  }
}

/** Runs an operation as if it were called at this time. @param actor the operator, where nobody else is named */
export type Act = (
  name: string,
  input: { readonly id?: string; readonly body: JsonObject },
  now?: Date,
  actor?: Actor,
) => Promise<JsonObject>;

const operator: Actor = { kind: "operator", id: "operator", name: "operator" };

export function createAct(operations: ConfigurationOperations, organization: Organization): Act {
  return async (name, input, now = new Date(), actor = operator) => {
    const operation = operations.get(name);
    if (operation === undefined) throw new Error(`there is no operation named ${name}`);
    const caller = { actor, organization, level: "admin", readOnlyKey: false } as const;
    const door = actor.kind === "operator" ? "operator" : "console";
    return (await operation.run({ caller, door, requestId: newRequestId(), address: undefined, now }, input))
      .body;
  };
}

type Clock = () => Date;

/** No two calls at the same millisecond, so that lists by age come out in the order of writing. */
function createClock(): Clock {
  let last = 0;
  return () => {
    last = Math.max(Date.now(), last + 1);
    return new Date(last);
  };
}

const byKind = new Map(definitions.map((definition) => [definition.kind, definition]));

/** @throws Error where there is no such kind */
export function definitionOf(kind: string): Kind {
  const definition = byKind.get(kind);
  if (definition === undefined) throw new Error(`there is no kind named ${kind}`);
  return definition;
}

/** The natural key as the body says it, with what it leaves to the defaults. */
function keyOf(definition: Kind, body: JsonObject): string[] {
  const whole = completed(definition, body);
  return definition.naturalKey.map((field) => String(whole[field] ?? ""));
}

function rowKey(kind: string, key: readonly string[]): string {
  return JSON.stringify([kind, ...key]);
}

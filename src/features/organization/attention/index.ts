/** What needs attention now, from every part that knows: the answer behind the overview, and an agent's first question. */

import type { Call } from "../../../engine/context.ts";
import type { Feature, NeedsAttention, Remarks } from "../../../engine/feature.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import {
  type ChoiceField,
  choice,
  type Fields,
  integer,
  list,
  object,
  text,
  timestamp,
} from "../../../kernel/field.ts";
import { bySeverity, filterOf } from "../../../kernel/findable.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { rowName } from "../../../kernel/words.ts";
import type { Ground } from "../../ground.ts";
import { type Lists, placeIn, type RowFinder, type TroubleQuestion, textOf } from "../lists/index.ts";
import { type AttentionStore, createAttentionStore } from "./store.ts";

/** Of each section; the total reports the others. */
const shown = 10;

const item = object({
  description: "Something that needs attention.",
  fields: {
    resource: text({ description: "The kind of the row that it is about, alerts, proposals, or audit_log." }),
    id: text({ description: "The id of that row or alert." }),
    name: text({
      description:
        "What people know it by; of unmeasured rows with the same reason the first, and how many more.",
      min: 0,
    }),
    rows: integer({ description: "How many rows it stands for: more than 1 of unmeasured ones.", min: 1 }),
    tone: choice({ description: "How bad it is.", choices: ["bad", "warning"] }),
    state: text({ description: "What it is now, such as breached, frozen or open." }),
    why: text({ description: "The reason in a sentence; null where the state says all.", nullable: true }),
    since: timestamp({ description: "Since when, where that is known.", nullable: true }),
    link: text({ description: "Its page, of what is no row: a proposal.", max: 2_000, optional: true }),
    team_ids: list({
      description:
        "The teams that it is about: the row's own, those that an alert's routes send to, and of a closed gate the owners of the service's SLOs.",
      max: 1_000,
      items: text({ description: "A team's id." }),
    }),
  },
});

const output = {
  sections: list({
    description: "What needs attention, part by part. Parts where all is well are left out.",
    max: 1_000,
    items: object({
      description: "One part.",
      fields: {
        section: choice({
          description:
            "alerts: open and not acknowledged. gates: services whose deploys are held. states: rows of a kind whose state is bad. drills: routes whose last drill failed, or that no drill has proved for as long as they ask. decisions: rows that wait for somebody's decision. unmeasured: rows whose state nobody has reported for more than 10 minutes, or ever. audit: records of changes that can't be sealed. on_call: rotas in which a time of the next 14 days must be covered and belongs to nobody.",
          choices: ["alerts", "gates", "states", "decisions", "unmeasured", "audit", "drills", "on_call"],
        }),
        resource: text({ description: "The kind that the part is about, alerts, or audit_log." }),
        total: integer({ description: "How many there are; of gates among the first 50 policies.", min: 0 }),
        data: list({ description: `The worst of them, at most ${shown}.`, max: shown, items: item }),
      },
    }),
  }),
} satisfies Fields;

interface AttentionDeps extends Ground {
  readonly finder: RowFinder;
  /** What other parts know of. */
  readonly attention: readonly NeedsAttention[];
  readonly remarks: readonly Remarks[];
  readonly teams: AttentionStore;
}

export function createAttention(
  ground: Ground,
  { lists, features }: { readonly lists: Pick<Lists, "finder">; readonly features: readonly Feature[] },
): Feature {
  const attention = features.flatMap((feature) => feature.attention ?? []);
  const remarks = features.flatMap((feature) => feature.remarks ?? []);
  return {
    name: "attention",
    operations: [
      getAttention({
        ...ground,
        finder: lists.finder,
        attention,
        remarks,
        teams: createAttentionStore(ground.database),
      }),
    ],
  };
}

function getAttention(deps: AttentionDeps): ConfigurationOperation {
  const questions = Object.values(deps.definitions)
    .filter(({ shape }) => shape === "collection")
    .flatMap(questionsOf);
  return configurationOperation({
    name: "get_attention",
    scans: "short",
    title: "What needs attention",
    description:
      "What needs attention now. Alerts that nobody has acknowledged, services whose deploys are held and why, rows whose state is bad, such as a breached SLO or a failing integration, routes that drills did not prove, what waits for a decision, and what nobody measures. Ask it first when something is wrong.",
    tag: "attention",
    level: "read",
    method: "GET",
    path: "/api/v1/attention",
    input: {},
    output,
    async answer(call) {
      const parts = await Promise.all([
        ...deps.attention.map((part) => part(call, shown).then((one) => [one])),
        troubles(deps, questions, call),
      ]);
      const sections = parts.flat().filter(({ total }) => total > 0);
      const items = sections.flatMap(({ data }) => data);
      const teamsOf = await deps.teams.teamsOf(call.caller.organization.id, items);
      return {
        sections: sections.map((section) => ({
          ...section,
          data: section.data.map((one) => ({ rows: 1, ...one, team_ids: teamsOf(one) })),
        })),
      };
    },
  });
}

type Trouble = Awaited<ReturnType<NeedsAttention>>;

/** A question about the states of a kind, and how its answer is reported. */
interface StateQuestion extends TroubleQuestion {
  readonly section: "states" | "decisions" | "unmeasured";
  readonly definition: Kind;
  readonly shape: ChoiceField;
}

/** What the rows of a kind say of themselves by states with tones. */
function questionsOf(definition: Kind): StateQuestion[] {
  const [on] = Object.entries(definition.fields).flatMap(([name, one]) =>
    one.type === "boolean" && one.switch === true ? (filterOf(definition, name) ?? []) : [],
  );
  return Object.keys(definition.fields).flatMap((name) => {
    const state = filterOf(definition, name);
    if (state === undefined || state.from === "reading") return [];
    const { shape } = state;
    if (shape.type !== "choice" || shape.tones === undefined) return [];
    const { needsDecision = [] } = shape;
    const about = { kind: definition.kind, definition, shape, field: placeIn(state) };
    const bad = worst(shape).filter((value) => !needsDecision.includes(value));
    const states = { ...about, section: "states", values: bad, on: on && placeIn(on) } as const;
    // Somebody has to decide, also while the row is switched off.
    const decisions = { ...about, section: "decisions", values: needsDecision, on: undefined } as const;
    const unmeasured = { ...states, section: "unmeasured", values: "unseen" } as const;
    const ages = state.ages === undefined ? [] : [unmeasured];
    return [...[states, decisions].filter(({ values }) => values.length > 0), ...ages];
  });
}

/** What rows of all kinds say of themselves: one statement, however many kinds there are. */
async function troubles(
  { engine, finder, remarks }: AttentionDeps,
  questions: readonly StateQuestion[],
  call: Call,
): Promise<readonly Trouble[]> {
  const answers = await finder.troubled(call.caller.organization.id, questions, shown, call.now);
  const parts = questions.map(async ({ section, definition, shape, field }, index) => {
    const { rows, alike, total } = answers[index] ?? { rows: [], alike: [], total: 0 };
    const texts = rows.length === 0 ? [] : await engine.texts(call, definition, rows);
    const items = texts.map((json, at) => {
      const item = itemOf(definition, shape, field.name, JSON.parse(json));
      const count = alike[at] ?? 1;
      return count === 1 ? item : { ...item, rows: count, name: `${item.name} and ${count - 1} more` };
    });
    const ids = items.map(({ id }) => id);
    const said = await Promise.all(
      remarks.map((ask) =>
        section === "states" && ids.length > 0 ? ask(call, definition.kind, ids) : undefined,
      ),
    );
    const data = items.map((item) => ({ ...item, ...said.find((one) => one?.has(item.id))?.get(item.id) }));
    return { section, resource: definition.kind, total, data };
  });
  return Promise.all(parts);
}

function itemOf(
  definition: Kind,
  shape: ChoiceField,
  field: string,
  row: JsonObject,
): Trouble["data"][number] {
  const state = String(row[field]);
  return {
    resource: definition.kind,
    id: String(row.id),
    name: rowName(definition, row),
    tone: shape.tones?.[state] === "bad" ? "bad" : "warning",
    state,
    // What an integration says of its health is its last error.
    why: textOf(row[`${field}_reason`] ?? row.last_error_message),
    since: textOf(row[`${field}_since`]),
  };
}

/** The choices that somebody should see, the bad ones first. */
function worst(shape: ChoiceField): readonly string[] {
  const isSeen = (value: string) => ["bad", "warning"].includes(shape.tones?.[value] ?? "");
  return bySeverity(shape, shape.choices).filter(isSeen);
}

/** What proposals take and answer, at every door. */
import {
  boolean,
  choice,
  type Fields,
  integer,
  list,
  map,
  number,
  object,
  text,
  timestamp,
} from "../../../kernel/field.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import { differenceFields, planInput } from "../plans/index.ts";
import { actKinds, missingSignals, statuses, verbs } from "./stored.ts";
import { longestTitle } from "./title.ts";

const anything = Number.MAX_SAFE_INTEGER;
const longestComment = 4_000;

/** How many proposals a list answers where nothing else is asked for, and at most. */
export const listed = { usual: 50, most: 200 } as const;

const digest = text({
  description: "What was looked at: the proposal's digest then.",
  max: 64,
  optional: true,
});

const about = {
  description: "The row that the comment is about; the whole where it is left out.",
  fields: {
    kind: text({ description: "The row's kind." }),
    id: text({ description: "The row's id.", max: 512 }),
  },
} as const;

const { bundle, edits, undo_run, set, prune, prune_at_most, adopt } = planInput;

const applyFields = {
  at: timestamp({ description: "At this moment.", optional: true }),
  hours: object({
    description: "The first time within these hours.",
    optional: true,
    fields: outboundRules.fields.active_hours.fields,
  }),
  now: boolean({ description: "When somebody applies it, as without apply.", optional: true }),
} as const;

const conditionFields = {
  slo_id: text({ description: "This SLO.", optional: true, max: 512 }),
  service: text({
    description: "All of its SLOs, or its alerts.",
    optional: true,
    max: 255,
  }),
  burn_rate: number({
    description: "The budget is spent faster than this.",
    optional: true,
    min: 0,
  }),
  for_minutes: integer({
    description: "With burn_rate: for so long.",
    optional: true,
    ...{ min: 0, max: 1_440 },
  }),
  critical_alerts: integer({
    description: "More critical alerts than this began since.",
    optional: true,
    ...{ min: 0, max: 99 },
  }),
  engine: choice({
    description: "An engine refuses its files.",
    choices: ["refuses"],
    optional: true,
  }),
  test_id: text({ description: "This behaviour test fails.", optional: true, max: 512 }),
  drill: text({ description: "A drill of this route fails.", optional: true, max: 512 }),
} as const;

const minutes = { min: 1, max: 1_440, unit: "minutes" } as const;

const stepFields = {
  services: list({
    description: "Rows that name one of these services.",
    max: 100,
    default: [],
    items: text({ description: "A service.", max: 255 }),
  }),
  labels: map({ description: "Rows with these labels.", maxEntries: 20, default: {} }),
  watch_minutes: integer({
    description: "How long it is watched before the next.",
    optional: true,
    ...minutes,
  }),
} as const;

export const proposeInput = {
  title: text({ description: "What it is for, in a line.", min: 1, max: longestTitle, says: true }),
  reason: text({ description: "Why.", min: 0, max: longestComment, default: "", says: true }),
  labels: map({ description: "Labels of its own.", maxEntries: 20, optional: true }),
  bundle,
  edits,
  undo_of: text({
    description: "In place of a bundle: the applied plan or proposal to take back.",
    optional: true,
    min: 1,
    max: 255,
  }),
  ...{ undo_run, set, prune, prune_at_most, adopt },
  apply: object({
    description: "When it is applied by itself.",
    optional: true,
    fields: applyFields,
  }),
  steps: list({
    description: "In which order its rows are done, each watched; the rest comes last.",
    optional: true,
    max: 20,
    items: object({ description: "One step.", fields: stepFields }),
  }),
  confirm_within_minutes: integer({
    description: "It is taken back after so long, unless somebody confirms it.",
    optional: true,
    ...minutes,
    min: 5,
  }),
  revert_if: list({
    description: "It is taken back once one of these is so.",
    optional: true,
    max: 20,
    items: object({ description: "One condition.", fields: conditionFields }),
  }),
  watch_minutes: integer({
    description: "How long it is watched; else as long as it may be confirmed, or an hour.",
    optional: true,
    ...minutes,
  }),
  missing_signal: choice({
    description: "What it means where nothing is measured; hold asks people.",
    choices: missingSignals,
    default: "hold",
  }),
} satisfies Fields;

export const idInput = { id: text({ description: "The proposal's id.", max: 255 }) } satisfies Fields;

export const listInput = {
  status: choice({ description: "Only those with this status.", choices: statuses, optional: true }),
  row: text({ description: "Only those that change this row: kind/id.", optional: true, max: 600 }),
  limit: integer({
    description: `Most proposals to answer; ${listed.usual} where it is left out.`,
    optional: true,
    min: 1,
    max: listed.most,
  }),
  cursor: text({
    description: "Where to go on: next_cursor of the page before.",
    optional: true,
    max: 255,
  }),
} satisfies Fields;

export const actInput = {
  ...idInput,
  act: choice({
    description: "What is done: approve, reject, withdraw, apply, confirm or revert.",
    choices: verbs,
  }),
  digest,
  comment: text({ description: "Why.", optional: true, min: 1, max: longestComment, says: true }),
} satisfies Fields;

export const commentInput = {
  ...idInput,
  comment: text({ description: "The comment.", min: 1, max: longestComment, says: true }),
  about: object({ ...about, optional: true }),
} satisfies Fields;

const by = {
  kind: text({ description: "What it was: key, user, token or service." }),
  id: text({ description: "Its id." }),
  name: text({ description: "Its name then." }),
  email: text({
    description: "The person behind it: the owner of a token, the maker of a key; null where none is known.",
    nullable: true,
  }),
} as const;

const headFields = {
  id: text({ description: "The proposal's id." }),
  status: choice({
    description:
      "open: it waits. approved: whoever has to look has said yes. applied: it was done. confirmed: somebody said that it stays. reverted: it was taken back. rejected, withdrawn, expired: nothing was done.",
    choices: statuses,
  }),
  digest: text({
    description: "Stands for its changes and what of their effects matters; an approval is for it.",
  }),
  title: text({ description: "What it is for." }),
  reason: text({ description: "Why.", min: 0, max: longestComment }),
  labels: map({ description: "Its labels.", maxEntries: 20 }),
  set: text({ description: "The set that it is of; null for none.", nullable: true }),
  undo_of: text({ description: "The plan that it would take back; null: none.", nullable: true }),
  past_policies: list({
    description:
      "The change policies that an administrator made it past. Until it is confirmed, nobody whom they name has looked. Empty: none.",
    max: anything,
    items: text({ description: "A policy's name then." }),
  }),
  undoes_run: text({ description: "The run that it would take back; null: none.", nullable: true }),
  created_by: object({ description: "Who proposed it.", fields: by }),
  created_at: timestamp({ description: "When it was made." }),
  plan_id: text({ description: "The plan by which it was applied; null until then.", nullable: true }),
  applied_at: timestamp({ description: "When it was applied; null until then.", nullable: true }),
  apply: object({
    description: "When it is applied by itself; null: when somebody applies it.",
    nullable: true,
    open: true,
    fields: {},
  }),
  apply_at: timestamp({
    description: "When that is next; null: nothing of it happens by itself.",
    nullable: true,
  }),
  confirm_within_minutes: integer({
    description: "How long somebody may take to confirm it before it is taken back; null: it stays.",
    nullable: true,
  }),
  confirm_by: timestamp({
    description: "Until when it has to be confirmed; null until it is applied.",
    nullable: true,
  }),
  revert_if: list({
    description: "What takes it back while it is watched.",
    max: 20,
    items: object({ description: "One condition.", fields: conditionFields }),
  }),
  watch_minutes: integer({
    description: "How long it is watched; null: as long as it may be confirmed, or an hour.",
    nullable: true,
  }),
  watch_until: timestamp({ description: "Until when it is watched; null where it is not.", nullable: true }),
  missing_signal: choice({
    description: "What it means where something of it is not measured.",
    choices: missingSignals,
  }),
  steps: list({
    description:
      "Its steps in order, and behind them the rows that no step names; empty where all is done at once. watch_until and confirm_by are of the step that was done last.",
    max: 21,
    items: object({
      description: "One step.",
      fields: {
        ...stepFields,
        watch_minutes: { ...stepFields.watch_minutes, nullable: true },
        status: choice({
          description:
            "waits: it was not done yet. watched: it was done last, and the next one waits for it. done: it was done. reverted: it was taken back.",
          choices: ["waits", "watched", "done", "reverted"],
        }),
        rows: list({
          description: "The rows that it takes, as kind/id.",
          max: anything,
          items: text({ description: "A row." }),
        }),
        plan_id: text({ description: "The plan by which it was done; null: it waits.", nullable: true }),
        applied_at: timestamp({ description: "When it was done; null: it waits.", nullable: true }),
      },
    }),
  }),
  rest_proposal_id: text({
    description:
      "The proposal of what was left when it was taken back, because others had changed it since; null: nothing.",
    nullable: true,
  }),
  undo_plan_id: text({ description: "The plan that took it back; null: none.", nullable: true }),
  link: text({ description: "Its page in the console.", max: 2_000 }),
} satisfies Fields;

const actFields = {
  act: choice({
    description:
      "What was done. plan: it was found to do something else than before. wait: it was not done by itself, and why.",
    choices: actKinds,
  }),
  at: timestamp({ description: "When." }),
  by: object({ description: "Who did it.", fields: by }),
  digest: text({ description: "The digest that the proposal had then." }),
  comment: text({ description: "What they said; null: nothing.", nullable: true, max: longestComment }),
  about: object({ ...about, nullable: true }),
} satisfies Fields;

const needFields = {
  policy: text({ description: "The policy's name." }),
  policy_id: text({ description: "Its id." }),
  approvals: integer({ description: "How many approvals it asks for.", min: 0 }),
  have: integer({ description: "How many of these there are, by whom it counts.", min: 0 }),
  by: object({
    description: "Who may give them: people of a team, or any administrator.",
    exactlyOne: true,
    word: "role",
    fields: {
      team_id: text({ description: "The team's id.", optional: true }),
      role: choice({ description: "Any administrator.", choices: ["org_admin"], optional: true }),
    },
  }),
} satisfies Fields;

const conflictFields = {
  proposal_id: text({ description: "The other proposal." }),
  title: text({ description: "Its title." }),
  resource: text({ description: "The kind of the row." }),
  key: object({ description: "The row's natural key.", fields: {}, open: true }),
  id: text({ description: "The row's id." }),
  mine: text({ description: "What this proposal does with the row." }),
  theirs: text({ description: "What the other one does." }),
  fields: list({
    description:
      "The fields on which they differ: base is what is there; mine and theirs what each would write.",
    max: anything,
    items: object({
      description: "One field.",
      open: true,
      fields: { path: text({ description: "The field's name." }) },
    }),
  }),
} satisfies Fields;

const mayFields = {
  act: choice({ description: "What can be done as it stands.", choices: verbs }),
  why: text({
    description: "null: the caller may do it. Otherwise what stands against that.",
    nullable: true,
    max: 2_000,
  }),
} satisfies Fields;

const watchedFields = {
  state: choice({
    description: "unknown: nothing is measured of it, or what is known is too old.",
    choices: ["well", "wrong", "unknown"],
  }),
  value: number({
    description: "What was measured: a burn rate, or how many alerts; null where it is no figure.",
    nullable: true,
  }),
  text: text({ description: "The same in a sentence.", min: 0, max: 2_000 }),
  since: timestamp({ description: "Since when it is wrong; null: it is not.", nullable: true }),
  unknown_since: timestamp({ description: "Since when it is unknown; null: it is known.", nullable: true }),
} satisfies Fields;

/** A proposal as every door shows it. */
export const proposalFields = {
  ...headFields,
  ...differenceFields,
  needs: list({
    description: "Whom policies ask for. Empty: nobody has to look.",
    max: anything,
    items: object({ description: "One policy.", fields: needFields }),
  }),
  conflicts: list({
    description: "Where other proposals that wait change the same rows differently.",
    max: anything,
    items: object({ description: "One row.", fields: conflictFields }),
  }),
  may: list({
    description: "What the caller may do about it now, and what not.",
    max: anything,
    items: object({ description: "One act.", fields: mayFields }),
  }),
  watched: list({
    description: "What was measured last of each condition of revert_if, in their order; empty: not watched.",
    max: 20,
    items: object({ description: "One condition.", fields: watchedFields }),
  }),
  acts: list({
    description: "What was done about it and said of it, the oldest first.",
    max: anything,
    items: object({ description: "One act.", fields: actFields }),
  }),
} satisfies Fields;

export const listOutput = {
  data: list({
    description: "The proposals, newest first.",
    max: listed.most,
    items: object({ description: "One proposal.", fields: headFields }),
  }),
  next_cursor: text({ description: "Give it as cursor for the next page; null at the end.", nullable: true }),
} satisfies Fields;

/** What plans take, at every door. */
import { maxChanges, usualReplayDays } from "../../../engine/plan/edits.ts";
import { boolean, choice, type Fields, integer, list, object, text } from "../../../kernel/field.ts";
import { longestRun } from "../../../kernel/run.ts";

/** Most bytes of a bundle, as JSON. */
const maxBundleBytes = 5 * 1_048_576;

/** Most bytes of a request for a plan: the bundle, and what is said about it. */
export const maxRequestBytes = maxBundleBytes + 65_536;

/** It travels in a header (X-Managed-By), and in query parameters. */
const setName = { format: "set", max: 255, example: "platform-repo" } as const;

export const resource = text({ description: "Its kind, such as teams." });

/** What becomes of the rows of a set that its bundle does not name. */
export const prunes = ["none", "delete", "detach"] as const;

/** What a plan is asked for. */
export const planInput = {
  bundle: object({
    description:
      "What is to be, unless edits say it: by kind, settings as objects and collections as lists of bodies of their POST. A field that is left out gets its default, a secret that is left out stays. A reference is an id, or the natural key of its row as an object.",
    fields: {},
    open: "rows",
    optional: true,
  }),
  edits: list({
    description:
      "Single rows, in the place of a bundle. What is left out of one that is there stays as it is.",
    max: maxChanges,
    optional: true,
    items: object({
      description: "One row.",
      fields: {
        op: choice({ description: "What becomes of it.", choices: ["create", "save", "delete"] }),
        resource,
        id: text({
          description: "The row's id; a setting's is its kind. A new row has none yet.",
          max: 512,
          optional: true,
        }),
        fields: object({
          description: "For create: the row. For save: the fields that change.",
          fields: {},
          open: true,
          optional: true,
        }),
      },
    }),
  }),
  undo_run: text({
    description:
      "In the place of a bundle: the run whose changes are taken back. It is a Terraform run, a CI job or an agent's session, by the name that its records have in the audit log. What was changed since is named in the warnings.",
    optional: true,
    min: 1,
    max: longestRun,
  }),
  set: text({
    description:
      "The set that owns the rows of the bundle. A row belongs to at most one; rows of no set or of another are refused, unless adopt names them.",
    ...setName,
    optional: true,
    min: 1,
  }),
  prune: choice({
    description:
      "What becomes of the set's rows that the bundle does not name: nothing, deletion, or they leave the set.",
    choices: prunes,
    default: "none",
  }),
  prune_at_most: integer({
    description:
      "How many rows prune takes out at most, those first that point at others. Apply, and plan again, until prune_left is 0.",
    min: 1,
    max: maxChanges,
    optional: true,
  }),
  adopt: list({
    description:
      "Rows that the set takes over from no set or another one; true for all that the bundle names.",
    max: maxChanges,
    optional: true,
    orTrue: true,
    items: object({
      description: "A row.",
      fields: {
        resource,
        key: object({ description: "Its natural key; empty for a setting.", fields: {}, open: true }),
      },
    }),
  }),
  replay_days: integer({
    description:
      "On how many of the last days it is replayed. It says what would have become of their alerts; 0 leaves it out.",
    min: 0,
    max: 90,
    unit: "days",
    default: usualReplayDays,
  }),
  replay_query: boolean({
    description: "Whether engines are asked for the past of new or changed SLIs; needs the level operate.",
    default: false,
  }),
} satisfies Fields;

const { bundle, edits, replay_days, replay_query } = planInput;

/** What is replayed: rows as a plan takes them. */
export const replayInput = { bundle, edits, replay_days, replay_query } satisfies Fields;

/** What plans answer, at every door. */

import { recordHeadFields } from "../../../engine/audit-record.ts";
import {
  boolean,
  choice,
  type Fields,
  integer,
  list,
  object,
  text,
  timestamp,
} from "../../../kernel/field.ts";
import { notifiedField } from "../../alerting/index.ts";
import { onCallEffect } from "../../on-call/index.ts";
import { refusalFields } from "../../reliability/index.ts";
import { replayField } from "../replay/index.ts";
import { prunes, resource } from "./input.ts";

const anything = Number.MAX_SAFE_INTEGER;

const key = object({
  description:
    "The row's natural key; a part of it that refers to another row is that row's natural key. Empty for a setting.",
  fields: {},
  open: true,
});

const actions = ["create", "update", "delete", "adopt", "detach"] as const;

const changeFields = {
  resource,
  key,
  id: text({ description: "The row's id; a new row has it from now on." }),
  action: choice({
    description: "What is done: a row that only changes sets is adopted or detached.",
    choices: actions,
  }),
  fields: list({
    description: "The fields that change, each with `before` and `after`. References are natural keys.",
    max: anything,
    items: object({
      description: "One field: its path, and its values before and after.",
      open: true,
      fields: { path: text({ description: "The field's name." }) },
    }),
  }),
  secrets: object({
    description: "Secrets that change, by field: set, changed or cleared. No value is shown.",
    fields: {},
    open: true,
  }),
  managed_by: object({
    description: "The set that owns the row before and after, where that changes; null: no set.",
    optional: true,
    fields: {
      before: text({ description: "The set before.", nullable: true }),
      after: text({ description: "The set after.", nullable: true }),
    },
  }),
} satisfies Fields;

const change = object({ description: "What becomes of one row.", fields: changeFields });

const noticeFields = {
  resource,
  id: text({ description: "The row's id; left out where it is about no one row.", optional: true }),
  key: object({
    description: "The row's natural key; null where it is not known.",
    fields: {},
    open: true,
    nullable: true,
  }),
  field: text({ description: "The path of the field within the entry; empty for the whole of it.", min: 0 }),
  reason: text({ description: "A stable code, such as missing_reference or not_owned." }),
  message: text({ description: "What is wrong, and what to do.", max: anything }),
} as const;

const problemItem = object({
  description: "Something that keeps the plan from being applied.",
  fields: {
    ...noticeFields,
    index: integer({
      description:
        "The entry's place in its list of the bundle, from 0; null for a setting, or a row that is in none.",
      min: 0,
      nullable: true,
    }),
  },
});

const counts = {
  create: integer({ description: "Rows that are made.", min: 0 }),
  update: integer({ description: "Rows that change.", min: 0 }),
  delete: integer({ description: "Rows that go, those that go with others included.", min: 0 }),
  adopt: integer({ description: "Rows that the set takes over, changed or not.", min: 0 }),
  detach: integer({ description: "Rows that leave their set and stay.", min: 0 }),
  unchanged: integer({ description: "Rows of the bundle that are so already.", min: 0 }),
} as const;

export const summary = object({ description: "How many rows of each sort.", fields: counts });

function routesThatTake(which: string) {
  return list({
    description: `The routes that take it, ${which}. The same route in both has other destinations.`,
    max: anything,
    items: object({
      description: "One route.",
      fields: {
        ...{ id: text({ description: "Its id." }), name: text({ description: "Its name." }) },
        notified: notifiedField,
      },
    }),
  });
}

const effects = object({
  description: "What would follow from it.",
  fields: {
    engines: list({
      description: "What the engines that obey this configuration would be given.",
      max: anything,
      items: object({
        description: "One file of one connector.",
        fields: {
          connector: text({ description: "The connector's name." }),
          file: text({ description: "The file." }),
          summary: text({ description: "What changes in it." }),
        },
      }),
    }),
    rerouted_alerts: object({
      description:
        "What it would have meant for the alerts that are open or began within the last 7 days. Null where no alert route changes.",
      nullable: true,
      fields: {
        count: integer({ description: "How many would have come to other places.", min: 0 }),
        data: list({
          description: "The newest 20 of these.",
          max: anything,
          items: object({
            description: "One alert.",
            fields: {
              id: text({ description: "The alert's id." }),
              title: text({ description: "What it says.", max: anything }),
              started_at: timestamp({ description: "When it began." }),
              open: boolean({ description: "Whether it has not ended.", default: false }),
              before: routesThatTake("as they are"),
              after: routesThatTake("as they would be"),
            },
          }),
        }),
        looked_at: integer({ description: "How many alerts were looked at.", min: 0 }),
        complete: boolean({
          description: "False where there are so many that only the newest were looked at.",
          default: true,
        }),
      },
    }),
    on_call: onCallEffect,
    replay: replayField,
  },
});

/** What would change, and what stands against it: of a plan, and of a set's drift. */
export const differenceFields = {
  summary,
  changes: list({
    description: "The changes, in the order in which they are made.",
    max: anything,
    items: change,
  }),
  problems: list({
    description: "The problems that stop it, up to 5,000; empty where it can be applied.",
    max: anything,
    items: problemItem,
  }),
  warnings: list({
    description: "Warnings: what to know before it is applied. None of them stops it.",
    max: anything,
    items: object({ description: "One warning.", fields: noticeFields }),
  }),
  effects,
  refusals: list({
    description: "What those engines could not do.",
    max: anything,
    items: object({
      description: "One row that one engine would not be given.",
      fields: {
        connector: text({ description: "The connector's name." }),
        ...refusalFields,
        key,
      },
    }),
  }),
} as const;

const planHead = {
  id: text({ description: "The plan's id." }),
  status: choice({
    description:
      "open: it can be applied until it expires. invalid: it has problems. applied: it was. expired: its time is up.",
    choices: ["open", "invalid", "applied", "expired"],
  }),
  set: text({ description: "The set that it is of; null for none.", nullable: true }),
  undoes: text({ description: "The plan that it takes back; null: none.", nullable: true }),
  undoes_run: text({ description: "The run that it takes back; null: none.", nullable: true }),
  prune: choice({ description: "What becomes of rows that the bundle left out.", choices: prunes }),
  prune_left: integer({
    description: "How many rows that the bundle left out stay in the set, because of prune_at_most.",
    min: 0,
  }),
  created_at: timestamp({ description: "When it was made." }),
  created_by: object({
    description: "Who made it.",
    fields: {
      kind: text({ description: "What it was: key, user or token." }),
      id: text({ description: "Its id." }),
      name: text({ description: "Its name then." }),
    },
  }),
  expires_at: timestamp({ description: "When it expires: it cannot be applied after that." }),
  applied_at: timestamp({ description: "When it was applied; null until then.", nullable: true }),
} as const;

/** A plan as every door shows it. */
export const planFields = { ...planHead, ...differenceFields } satisfies Fields;

const { problems, warnings } = differenceFields;

/** What would follow from rows that nobody plans to change yet. */
export const replayFields = { effects, problems, warnings } satisfies Fields;

/** A plan in a list. */
export const planListItem = object({ description: "One plan.", fields: { ...planHead, summary } });

/** A set in the list of them. */
export const setItem = object({
  description: "A set, and what was last applied for it.",
  fields: {
    name: text({ description: "The set's name." }),
    rows: integer({ description: "How many rows it owns.", min: 0 }),
    plan_id: text({ description: "The plan that was applied for it last." }),
    applied_at: timestamp({ description: "When that was." }),
  },
});

/** The answer of an apply. */
export const appliedFields = {
  id: text({ description: "The plan's id." }),
  status: choice({ description: "What it is now.", choices: ["applied"] }),
  applied_at: timestamp({ description: "When it was applied." }),
  summary,
  changes: list({
    description: "Every row that changed, in the order of the plan.",
    max: anything,
    items: object({
      description: "One row.",
      fields: {
        resource,
        key,
        id: text({ description: "The row's id." }),
        action: choice({ description: "What was done.", choices: actions }),
        etag: text({ description: "The row's ETag; null where it is gone.", nullable: true }),
      },
    }),
  }),
} satisfies Fields;

/** The answer about a set's drift. */
export const driftFields = {
  set: text({ description: "The set." }),
  plan_id: text({ description: "The plan that was applied for it last." }),
  applied_at: timestamp({ description: "When that was." }),
  drifted: boolean({ description: "Whether anything differs from what was applied." }),
  undone: object({
    description:
      "Where that plan was taken back: then what differs is what taking it back did. Null: it was not.",
    nullable: true,
    fields: {
      plan_id: text({ description: "The plan that took it back." }),
      at: timestamp({ description: "When that was applied." }),
      actor: { ...recordHeadFields.actor, nullable: true },
    },
  }),
  ...differenceFields,
  changes: list({
    description: "The changes that would bring it back.",
    max: anything,
    items: object({
      description: "What differs of one row.",
      fields: {
        ...changeFields,
        last_change: object({
          description:
            "Who changed or deleted the row last; null where the audit log does not know it any more.",
          nullable: true,
          fields: recordHeadFields,
        }),
      },
    }),
  }),
} satisfies Fields;

/** How plans are spoken of. */

import type { Level } from "../../src/kernel/access.ts";
import type { Tone } from "../../src/kernel/field.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import {
  type PlanAction,
  type PlanChange,
  type PlanStatus,
  planActions,
  type Summary,
} from "../api/plan-shapes.ts";

interface ActionWords {
  /** What a plan says that it will do, and what it did. */
  readonly future: string;
  readonly past: string;
  readonly sign: string;
  readonly tone: Tone;
}

export const actionWords: Readonly<Record<PlanAction, ActionWords>> = {
  create: { future: "Create", past: "Created", sign: "+", tone: "good" },
  update: { future: "Change", past: "Changed", sign: "~", tone: "warning" },
  delete: { future: "Delete", past: "Deleted", sign: "−", tone: "bad" },
  adopt: { future: "Adopt", past: "Adopted", sign: "→", tone: "quiet" },
  detach: { future: "Detach", past: "Detached", sign: "←", tone: "quiet" },
};

export const statusWords: Readonly<Record<PlanStatus, { readonly label: string; readonly tone: Tone }>> = {
  open: { label: "Open", tone: "warning" },
  invalid: { label: "Has problems", tone: "bad" },
  applied: { label: "Applied", tone: "good" },
  expired: { label: "Expired", tone: "quiet" },
};

/** "2 created, 1 deleted"; what stays as it is only where nothing else is told. */
export function summaryText(summary: Summary): string {
  const parts = planActions
    .filter((action) => summary[action] > 0)
    .map((action) => `${figure.format(summary[action])} ${actionWords[action].past.toLowerCase()}`);
  return parts.length === 0 ? "No changes" : parts.join(", ");
}

const figure = new Intl.NumberFormat("en");

/** The level that applying takes: what the single writes of the rows' kinds would. */
export function levelOf(changes: readonly PlanChange[], kinds: readonly Definition[]): Level {
  const needed = new Set(
    changes.map(({ resource }) => kinds.find(({ kind }) => kind === resource)?.level ?? "admin"),
  );
  return needed.has("admin") ? "admin" : "operate";
}

/** How plans are spoken of. */

import type { Level } from "../../../src/kernel/access.ts";
import type { Tone } from "../../../src/kernel/field.ts";
import { figure } from "../../../src/kernel/readable.ts";
import { asksEngine } from "../../../src/kernel/replayed-slo.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import {
  type PlanAction,
  type PlanChange,
  type PlanNotice,
  type PlanStatus,
  planActions,
  type Summary,
} from "../../api/plan-shapes.ts";
import { fieldWords, keyName, oneOf, words } from "../words.ts";

interface ActionWords {
  /** What a plan will do, and what it did. */
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

/** "2 to create, 1 to delete", or "2 created, 1 deleted" once it has happened. */
export function summaryText(summary: Summary, done: boolean): string {
  const parts = planActions
    .filter((action) => summary[action] > 0)
    .map((action) => {
      const { past, future } = actionWords[action];
      return `${figure(summary[action])} ${done ? past.toLowerCase() : `to ${future.toLowerCase()}`}`;
    });
  return parts.length === 0 ? "No changes" : parts.join(", ");
}

/** What one row of the kind is called. */
export function kindWords(kinds: readonly Definition[], resource: string): string {
  const definition = kinds.find(({ kind }) => kind === resource);
  return words(definition === undefined ? resource : oneOf(definition));
}

/** Which row; one whose key is not known is of its kind. */
export function rowWords(
  kinds: readonly Definition[],
  { resource, key }: Pick<PlanNotice, "resource" | "key">,
): string {
  const definition = kinds.find(({ kind }) => kind === resource);
  const name = key === null || definition?.shape === "setting" ? "" : keyName(kinds, resource, key);
  return [kindWords(kinds, resource), name].filter((part) => part !== "").join(" ");
}

/** Which row, and which field of it; a row without a key is known by its place in the bundle. */
export function placeOf(kinds: readonly Definition[], { resource, key, field, index }: PlanNotice): string {
  const definition = kinds.find(({ kind }) => kind === resource);
  const named = rowWords(kinds, { resource, key });
  const isNamed = named !== kindWords(kinds, resource);
  const row = !isNamed && typeof index === "number" ? `${named} entry ${index + 1}` : named;
  if (field === "") return row;
  return `${row} · ${definition === undefined ? field : fieldWords(definition, field)}`;
}

/** A problem or a warning on one line: its message goes on from its place. */
export function noticeText(kinds: readonly Definition[], notice: PlanNotice): string {
  return `${placeOf(kinds, notice)} ${notice.message}.`;
}

/** The level that applying takes: what the single writes of the rows' kinds would. */
export function levelOf(changes: readonly PlanChange[], kinds: readonly Definition[]): Level {
  const needed = new Set(
    changes.map(({ resource }) => kinds.find(({ kind }) => kind === resource)?.level ?? "admin"),
  );
  return needed.has("admin") ? "admin" : "operate";
}

/** Whether an SLO was not replayed because its engine was not asked, and whoever reads it may ask. */
export function isForEngine({ why }: { readonly why: string }): boolean {
  return why.endsWith(asksEngine);
}

/** Why a row was not replayed, for people: the service names what its callers send, who have no button. */
export function whyNotReplayed(one: { readonly why: string }): string {
  const { why } = one;
  return isForEngine(one) ? `${why.slice(0, -asksEngine.length)}its engine was not asked` : why;
}

/** A write that closes a page is answered when no node shows the page any more, or says which may. */
import { setTimeout as pause } from "node:timers/promises";
import { goneAfterSeconds } from "../../database/nodes.ts";
import type { Call } from "../../engine/context.ts";
import type { Log } from "../../engine/ports/log.ts";
import type { Writer } from "../../engine/ports/rows.ts";
import type { Warning } from "../../kernel/warning.ts";
import { statusPageSettings } from "../../resources/status-page-settings.ts";
import type { PageDoor } from "./make.ts";
import type { PublishedPages } from "./published.ts";
import type { NodeOfPage, StatusPageStore } from "./store.ts";

/** Nodes look once a second. */
const waitMs = 5_000;
const everyMs = 100;

/** Whether somebody who may see the page before may not after it. */
export function closes(before: PageDoor | undefined, after: PageDoor | undefined): boolean {
  if (before === undefined) return false;
  return (
    after === undefined || (after.sealedPassword !== null && after.sealedPassword !== before.sealedPassword)
  );
}

/** Places of nodes that may show another version than the one that was asked for. */
export interface Unaware {
  /** They run: one has only to wait for them. */
  readonly late: readonly string[];
  /** They have said nothing for a while: they have ended, or are cut off from the database. */
  readonly silent: readonly string[];
}

/** A place where another program runs meanwhile has been started anew. */
export function unawareOf(nodes: readonly NodeOfPage[]): Unaware {
  const running = nodes.filter(({ seconds }) => seconds <= goneAfterSeconds);
  const late = running.filter(({ knows }) => !knows).map(({ place }) => place);
  const places = running.map(({ place }) => place);
  const silent = nodes.filter(({ place, knows }) => !knows && !places.includes(place));
  return { late: unique(late), silent: unique(silent.map(({ place }) => place)) };
}

/** What is said of those that were waited for in vain. */
export function closingWarnings({ late, silent }: Unaware): Warning[] {
  const stored = "is stored, but";
  return [
    ...(late.length === 0
      ? []
      : [
          ofPage(
            `${stored} the page may still be shown as it was before by ${late.join(", ")}, which did not confirm it within ${waitMs / 1_000} s: look at the page there`,
          ),
        ]),
    ...(silent.length === 0
      ? []
      : [
          ofPage(
            `${stored} nothing was received from ${silent.join(", ")} for a while: a program that still runs there without the database shows the page as it was before until it is stopped`,
          ),
        ]),
  ];
}

function ofPage(message: string): Warning {
  const { kind } = statusPageSettings;
  return { resource: kind, id: kind, key: {}, field: "", reason: "still_shown", message };
}

export interface ClosingDeps {
  readonly store: StatusPageStore;
  readonly pages: PublishedPages;
  readonly log: Pick<Log, "warn">;
}

/** To be called in the transaction that closes the page: its answer waits. */
export type Closing = (writer: Writer, call: Call) => Promise<void>;

export function createClosing({ store, pages, log }: ClosingDeps): Closing {
  async function unaware(organizationId: string, version: string): Promise<Unaware> {
    // This node's own are no secret to it, whether or not it is among several.
    await pages.look().catch(() => {});
    const { late, silent } = unawareOf(await store.nodesOf(organizationId, version));
    const own = pages.has(organizationId, version) ? [] : ["this node"];
    return { late: late.length > 0 ? late : own, silent };
  }

  async function closed(organizationId: string, version: string): Promise<readonly Warning[]> {
    const end = performance.now() + waitMs;
    for (;;) {
      const left = await unaware(organizationId, version);
      if (left.late.length > 0 && performance.now() < end) {
        await pause(everyMs);
        continue;
      }
      await store.endAwaiting(organizationId, version);
      return closingWarnings(left);
    }
  }

  /** The write is committed: what fails from here on is no reason to refuse it. */
  async function said(organizationId: string, version: string): Promise<readonly Warning[]> {
    const unknown = [
      ofPage(
        "is stored, but whether all nodes show it could not be learnt from the database: look at the page",
      ),
    ];
    const timer = new AbortController();
    const late = pause(2 * waitMs, unknown, { signal: timer.signal, ref: false }).catch(() => unknown);
    const known = closed(organizationId, version).catch((err: unknown) => {
      log.warn({ err }, "it could not be learnt whether all nodes show a closed status page as it is");
      return unknown;
    });
    return Promise.race([known, late]).finally(() => timer.abort());
  }

  return async (writer, { afterwards, caller }) => {
    const { id } = caller.organization;
    const version = await store.in(writer).awaitPage(id);
    afterwards?.set("status page", () => said(id, version));
  };
}

function unique(places: readonly string[]): string[] {
  return [...new Set(places)].sort();
}

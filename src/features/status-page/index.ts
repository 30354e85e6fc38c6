/** The page on which everybody sees how an organization's product is doing: its days, and how it is published. */

import { join } from "node:path";
import { currentTime } from "../../engine/clock.ts";
import type { Call } from "../../engine/context.ts";
import type { Feature, KindHooks, Written } from "../../engine/feature.ts";
import { Periodic } from "../../engine/periodic.ts";
import type { Writer } from "../../engine/ports/rows.ts";
import { completed } from "../../engine/render.ts";
import { allows } from "../../kernel/access.ts";
import { subscriberWebhooks } from "../../renderers/status-page/index.ts";
import { rewritesHistory } from "../../resources/incident-updates.ts";
import { statusPageComponents } from "../../resources/status-page-components.ts";
import { statusPageIncidents } from "../../resources/status-page-incidents.ts";
import { statusPageSettings } from "../../resources/status-page-settings.ts";
import type { Alerts } from "../alerting/index.ts";
import type { Ground } from "../ground.ts";
import type { Identity } from "../identity/index.ts";
import { type Closing, closes, createClosing } from "./closing.ts";
import { hostName } from "./host-name.ts";
import { createMake, doorOf } from "./make.ts";
import { createObserving } from "./observing.ts";
import { countSubscribers, getStatusPage } from "./operations.ts";
import { createPreviews, type Previews } from "./preview.ts";
import { incidentDecisions } from "./proposals.ts";
import { PublishedPages } from "./published.ts";
import { componentWarnings, incidentWarnings } from "./row-warnings.ts";
import { createSettling } from "./settling.ts";
import { createStatusPageStore, type StatusPageStore } from "./store.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { createVisits, type Visits } from "./visits.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** How long a name leads to the page once that has another. */
const formerNameDays = 90;
/** Longer than any page shows. */
const keptDays = 400;

export interface StatusPages extends Feature {
  readonly visits: Visits;
  /** Does what follows by itself of all pages as of this moment. */
  settle(now: Date): Promise<void>;
  /** The page before it is published. */
  readonly previews: Previews;
}

export interface StatusPageNeeds {
  readonly identity: Identity;
  readonly alerts: Pick<Alerts, "store" | "rowsOf" | "heldEnds">;
}

export function createStatusPages(ground: Ground, { identity, alerts }: StatusPageNeeds): StatusPages {
  const { database, vault, log, settings } = ground;
  const store = createStatusPageStore(database);
  const { organizations } = identity.store;
  const observedOf = createObserving(alerts);
  const make = createMake({ ...ground, pages: store, organizations, observedOf });
  const reading = getStatusPage(make);
  const pages = new PublishedPages({
    versions: () => store.versions(),
    seen: async (...page) => ground.nodeId === undefined || store.putSeen(ground.nodeId, ...page),
    make: make.publishedOf,
    folder: join(settings.dataDirectory, "status-pages"),
    vault,
    log,
  });
  const subscriptions = createSubscriptions(
    ground,
    organizations,
    (organizationId) => pages.of(organizationId)?.state,
  );
  const settle = createSettling({ ...ground, pages: store, organizations, observedOf, alerts });
  const settling = new Periodic({
    name: "settling of status pages",
    everyMs: 5_000,
    gatherMs: 100,
    run: () => settle(currentTime()),
    log,
  });

  const said = noting(store, pages, settling);

  return {
    name: "status page",
    kinds: kindsOf(ground, {
      ...{ store, ...said },
      announce: subscriptions.announce,
      closing: createClosing({ store, pages, log }),
    }),
    judges: [componentWarnings(observedOf), incidentWarnings],
    attention: incidentDecisions(store),
    webhooks: subscriberWebhooks,
    operations: [reading, countSubscribers(subscriptions.subscribers)],
    background: [
      pages.background,
      settling,
      ...subscriptions.background,
      new Periodic({
        name: "days of status pages",
        everyMs: hourMs,
        firstMs: 60_000,
        async run() {
          const now = currentTime();
          await store.countDays(now);
          await store.forgetDays(new Date(now.getTime() - keptDays * dayMs));
          await store.forgetFormerNames(now);
          await subscriptions.forget(now);
        },
        log,
      }),
    ],
    settle,
    previews: createPreviews({
      engine: ground.engine,
      make,
      operation: reading,
      mails: subscriptions.subscribing.mails,
    }),
    close: async () => ground.bulkMail?.close(),
    visits: createVisits({
      pages,
      vault,
      guard: identity.pageGuard,
      subscribing: subscriptions.subscribing,
      ownHost: hostOf(settings.publicUrl),
    }),
  };
}

/** How writes say that a page moves: readers at this node wait for it, and what follows from it is done soon. */
function noting(store: StatusPageStore, pages: PublishedPages, settling: Periodic) {
  function changing(organizationId: string): void {
    pages.changing(organizationId);
    settling.wake();
  }
  return {
    changing,
    async moved(writer: Writer, organizationId: string): Promise<void> {
      await store.in(writer).moveVersion(organizationId);
      changing(organizationId);
    },
  };
}

interface Hooking {
  readonly store: StatusPageStore;
  /** Says that a row of the page is about to change; the database notes it with the row. */
  readonly changing: (organizationId: string) => void;
  /** Says, in the transaction of a write, that the page is another one after it. */
  readonly moved: (writer: Writer, organizationId: string) => Promise<void>;
  readonly closing: Closing;
  readonly announce: (writer: Writer, call: Call, written: Written) => Promise<void>;
}

function kindsOf(
  ground: Pick<Ground, "siteUrl">,
  { store, moved, changing, announce, closing }: Hooking,
): NonNullable<Feature["kinds"]> {
  return {
    [statusPageComponents.kind]: {
      showsOthers: (after, before) =>
        after.slo_id !== (before?.slo_id ?? null) ||
        after.synthetic_check_id !== (before?.synthetic_check_id ?? null),
      changing: ({ caller }) => changing(caller.organization.id),
      follows: ({ before, after }) => statusOf(after) !== undefined && statusOf(after) !== statusOf(before),
      async onWrite(writer, { caller: { organization }, now }, { after }) {
        const status = statusOf(after);
        if (after !== undefined && status !== undefined)
          await store.in(writer).moveStatus(organization.id, after.id, status, now);
      },
    } satisfies KindHooks<typeof statusPageComponents>,
    [statusPageIncidents.kind]: {
      async check(_reader, { caller, now }, after, before) {
        const isFree = before === undefined || allows(caller.level, "admin");
        if (isFree || !rewritesHistory(after, before, now)) return [];
        const message = "may be changed by administrators only; leave it out or send its present value";
        return [{ field: "updates", message }];
      },
      changing: ({ caller }) => changing(caller.organization.id),
      onWrite: announce,
    } satisfies KindHooks<typeof statusPageIncidents>,
    [statusPageSettings.kind]: {
      async check(reader, { caller: { organization } }, { domain }) {
        if (domain === null) return [];
        const host = hostName(domain);
        if (host === "") return [{ field: "domain", message: "is no name that DNS knows; choose another" }];
        const own = new URL(ground.siteUrl).hostname === host;
        const holder = await store.in(reader).ofDomain(host);
        const taken = holder !== undefined && holder !== organization.id;
        if (!own && !taken) return [];
        const message = own
          ? "is this service's own host; the page needs another"
          : "is taken by another organization; choose another";
        return [{ field: "domain", message }];
      },
      async onWrite(writer, call, written) {
        const { now, caller } = call;
        const { organization } = caller;
        const [was, is] = [slugOf(written.before), slugOf(written.after)];
        const until = new Date(now.getTime() + formerNameDays * dayMs);
        await moved(writer, organization.id);
        if (was !== null && was !== is) await store.in(writer).putFormerName(organization.id, was, until);
        const others = is === null || is === was ? [] : await store.in(writer).takeName(is);
        for (const other of others) await moved(writer, other);
        const domain = written.after && completed(statusPageSettings, written.after.configuration).domain;
        await store.in(writer).putDomain(organization.id, domain ? hostName(domain) : null);
        if (closes(doorOf(written.before), doorOf(written.after))) await closing(writer, call);
      },
    } satisfies KindHooks<typeof statusPageSettings>,
  };
}

function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).hostname;
}

function slugOf(row: Written["after"]): string | null {
  return row === undefined ? null : completed(statusPageSettings, row.configuration).slug;
}

function statusOf(row: Written["after"]) {
  return row === undefined ? undefined : completed(statusPageComponents, row.configuration).status;
}

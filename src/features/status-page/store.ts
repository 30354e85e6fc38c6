/** What status pages need of a database next to their rows: days, versions, and the names that they had. */

import type { Connection, Database } from "../../database/database.ts";
import { bindable } from "../../database/executor.ts";
import type { ComponentStatus, Day } from "../../renderers/status-page/index.ts";
import { statusPageComponents } from "../../resources/status-page-components.ts";
import { statusPageIncidents } from "../../resources/status-page-incidents.ts";
import type { Following } from "./alert-incidents.ts";
import type { MaintenanceMute } from "./mute-moves.ts";
import { sql } from "./queries.generated.ts";

/** A status that a component had, or has where `until` is null. */
export interface StatusSpan {
  readonly id: string;
  readonly since: Date;
  readonly until: Date | null;
  readonly status: ComponentStatus;
  /** What lies before stands in its days. */
  readonly countedAt: Date;
}

/** How an incident follows alerts, with its revision when the service wrote it last, and the update that is proposed. */
export interface KeptFollowing extends Following {
  readonly revision: string;
  readonly proposedBody: string | null;
}

export interface PageVersion {
  readonly version: string;
  /** The version that somebody waits for at every node; null for none. */
  readonly awaited: string | null;
}

export interface NodeOfPage {
  /** Host and port; the workers of one program share both. */
  readonly place: string;
  /** Since it was seen. */
  readonly seconds: number;
  /** Whether it has the version that was asked for. */
  readonly knows: boolean;
}

export type StatusPageStore = ReturnType<typeof createStatusPageStore>;

export function createStatusPageStore(database: Database) {
  return bindable<StoreReads, StoreWrites>(database, storeOver);
}

type StoreWrites = ReturnType<typeof storeOver>;
type StoreReads = Omit<StoreWrites, "moveStatus" | "putFollowing" | "putMaintenanceMute" | "awaitPage">;

const { kind } = statusPageComponents;

function storeOver(database: Connection) {
  return {
    ...namesOver(database),
    ...followingOver(database),
    /** Counts what has passed for the old status, and begins the new one. In the transaction of the component's write. */
    async moveStatus(organizationId: string, id: string, status: ComponentStatus, moment: Date) {
      const at = wholeSecond(moment);
      await database.query(sql.countComponentDays, { organizationId, id, at });
      const [ended] = await database.query(sql.endComponentStatus, { organizationId, kind, id, at });
      const begins = { organizationId, kind, id, status, at: ended?.until ?? at };
      await database.query(sql.beginComponentStatus, begins);
    },
    /** Counts what has passed for the statuses that components have. @returns of how many */
    async countDays(moment: Date) {
      const at = wholeSecond(moment);
      const [counted] = await database.query(sql.countComponentDays, { organizationId: null, id: null, at });
      return counted?.components ?? 0;
    },
    /** What is counted, by component, the oldest day first. */
    async days(organizationId: string, since: Date): Promise<ReadonlyMap<string, readonly Day[]>> {
      const days = new Map<string, Day[]>();
      for (const { id, day, ...seconds } of await database.query(sql.listComponentDays, {
        organizationId,
        since,
      })) {
        const known = days.get(id);
        if (known === undefined) days.set(id, [{ day, seconds }]);
        else known.push({ day, seconds });
      }
      return days;
    },
    /** What components have now, and had since a moment, in the order of time. */
    async spans(organizationId: string, since: Date): Promise<readonly StatusSpan[]> {
      const found = await database.query(sql.listComponentStatuses, { organizationId, since });
      return found.map(({ counted_at: countedAt, ...span }) => ({ ...span, countedAt }));
    },
    forgetDays: (before: Date) => database.query(sql.forgetComponentDays, { before }),
    ...versionsOver(database),
    /** The organization whose page has this host name. */
    async ofDomain(domain: string) {
      const [found] = await database.query(sql.findPageByDomain, { domain });
      return found?.organization_id;
    },
    putDomain: (organizationId: string, domain: string | null) =>
      database.query(sql.putPageDomain, { organizationId, domain }),
    /** Whose rows changed since they were settled, or whose time has come. */
    async unsettled(now: Date): Promise<readonly string[]> {
      await database.query(sql.takePageMoves, {});
      const found = await database.query(sql.listUnsettledPages, { now });
      return found.map(({ organization_id: id }) => id);
    },
    /**
     * Takes it for this transaction, which ends rather than make writes wait.
     * @returns whether it is still to be settled, and no other node does
     */
    async lockUnsettled(organizationId: string, now: Date): Promise<boolean> {
      await database.query(sql.limitLockWaits, {});
      return (await database.query(sql.lockUnsettledPage, { organizationId, now })).length > 0;
    },
    /** @param dueAt when time alone may move something of it; null for never */
    settle: (organizationId: string, dueAt: Date | null) =>
      database.query(sql.settlePage, { organizationId, dueAt }),
    /** What components were before the maintenance that they are under, by their ids. */
    async maintained(organizationId: string): Promise<ReadonlyMap<string, ComponentStatus>> {
      const found = await database.query(sql.listMaintainedComponents, { organizationId });
      return new Map(found.map(({ id, status_before: before }) => [id, before]));
    },
    putMaintained: (organizationId: string, id: string, statusBefore: ComponentStatus) =>
      database.query(sql.putMaintainedComponent, { organizationId, kind, id, statusBefore }),
    deleteMaintained: (organizationId: string, id: string) =>
      database.query(sql.deleteMaintainedComponent, { organizationId, kind, id }),
  };
}

/** By which nodes know that a page has changed, and others that they do. */
function versionsOver(database: Connection) {
  return {
    /** Says to every node that the page has changed. */
    moveVersion: (organizationId: string) => database.query(sql.movePageVersion, { organizationId }),
    /** The version of every organization's page, by its id. */
    async versions(): Promise<ReadonlyMap<string, PageVersion>> {
      await database.query(sql.takePageMoves, {});
      const found = await database.query(sql.listPageVersions, {});
      return new Map(
        found.map(({ organization_id: id, version, awaited_version: awaited }) => [id, { version, awaited }]),
      );
    },
    /** In the transaction that moved the page's version. @returns that version */
    async awaitPage(organizationId: string) {
      const [awaited] = await database.query(sql.awaitPage, { organizationId });
      return awaited?.version ?? "0";
    },
    endAwaiting: (organizationId: string, version: string) =>
      database.query(sql.endPageAwaiting, { organizationId, version }),
    /** Says that a node shows this version. @returns whether the node is among those that run */
    async putSeen(nodeId: string, organizationId: string, version: string): Promise<boolean> {
      return (await database.query(sql.putPageSeen, { nodeId, organizationId, version })).length > 0;
    },
    /** All nodes, also those that are gone of late. */
    nodesOf: (organizationId: string, version: string): Promise<readonly NodeOfPage[]> =>
      database.query(sql.listNodesOfPage, { organizationId, version }),
  };
}

/** The names that pages had. */
function namesOver(database: Connection) {
  return {
    putFormerName: (organizationId: string, name: string, until: Date) =>
      database.query(sql.putFormerPageName, { organizationId, name, until }),
    /** A name that is taken leads nowhere else. @returns whose it was */
    async takeName(name: string): Promise<readonly string[]> {
      const left = await database.query(sql.takePageName, { name });
      return left.map(({ organization_id: id }) => id);
    },
    /** The names that the page had and that still lead to it. */
    formerNames: (organizationId: string, now: Date) =>
      database.query(sql.listFormerPageNames, { organizationId, now }),
    forgetFormerNames: (now: Date) => database.query(sql.forgetFormerPageNames, { now }),
  };
}

/** Incidents that follow alerts, and mutes that follow maintenance. */
function followingOver(database: Connection) {
  return {
    /** By the ids of components. */
    async followings(organizationId: string): Promise<ReadonlyMap<string, KeptFollowing>> {
      const found = await database.query(sql.listAlertIncidents, { organizationId });
      return new Map(found.map(({ id, ...following }) => [id, following]));
    },
    async putFollowing(organizationId: string, id: string, following: KeptFollowing): Promise<void> {
      await database.query(sql.putAlertIncident, { organizationId, kind, id, ...following });
    },
    async deleteFollowing(organizationId: string, id: string): Promise<void> {
      await database.query(sql.deleteAlertIncident, { organizationId, kind, id });
    },
    /** Incidents of alerts that wait for a person, the oldest first. */
    decisions: (organizationId: string, limit: number) =>
      database.query(sql.listIncidentDecisions, { organizationId, kind: statusPageIncidents.kind, limit }),
    maintenanceMutes: (organizationId: string): Promise<readonly MaintenanceMute[]> =>
      database.query(sql.listMaintenanceMutes, { organizationId }),
    async putMaintenanceMute(organizationId: string, mute: MaintenanceMute): Promise<void> {
      const { incidentId, muteId, services, startsAt, endsAt } = mute;
      await database.query(sql.putMaintenanceMute, {
        organizationId,
        incidentId,
        muteId,
        services,
        startsAt,
        endsAt,
      });
    },
    deleteMaintenanceMute: (organizationId: string, incidentId: string) =>
      database.query(sql.deleteMaintenanceMute, { organizationId, incidentId }),
  };
}

function wholeSecond(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1_000) * 1_000);
}

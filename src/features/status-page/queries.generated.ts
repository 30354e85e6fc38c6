/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { RowColumns } from "../../database/column-types.ts";
import { readQueries } from "../../database/statement.ts";
import type { Columns } from "./column-types.ts";

interface Queries {
  awaitPage: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly version: string;
    };
  };
  beginComponentStatus: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly at: Date | string;
      readonly status: string;
    };
    readonly row: never;
  };
  claimSubscriberMessages: {
    readonly parameters: {
      readonly now: Date | string;
      readonly limit: number | string;
      readonly leaseUntil: Date | string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly subscriber_id: string;
      readonly incident_id: string;
      readonly at: Date;
      readonly attempts: number;
      readonly channel: Columns["status_page_subscribers.channel"];
      readonly sealed_address: string;
      readonly status: Columns["status_page_subscribers.status"];
    };
  };
  confirmSubscriber: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly most: number | null;
    };
    readonly row: {
      readonly id: string;
    };
  };
  countBounce: {
    readonly parameters: {
      readonly bounced: boolean;
      readonly most: number;
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  countComponentDays: {
    readonly parameters: {
      readonly at: Date | string;
      readonly id: string | null;
      readonly organizationId: string | null;
    };
    readonly row: {
      readonly components: number;
    };
  };
  countSubscribers: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly confirmed: number;
      readonly pending: number;
      readonly suspended: number;
    };
  };
  deleteAlertIncident: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
    };
    readonly row: never;
  };
  deleteMaintainedComponent: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
    };
    readonly row: never;
  };
  deleteMaintenanceMute: {
    readonly parameters: {
      readonly organizationId: string;
      readonly incidentId: string;
    };
    readonly row: never;
  };
  deleteSubscriber: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  deleteSubscriberMessage: {
    readonly parameters: {
      readonly organizationId: string;
      readonly subscriberId: string;
      readonly incidentId: string;
      readonly at: Date | string;
    };
    readonly row: never;
  };
  endComponentStatus: {
    readonly parameters: {
      readonly at: Date | string;
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
    };
    readonly row: {
      readonly until: Date | null;
    };
  };
  endPageAwaiting: {
    readonly parameters: {
      readonly organizationId: string;
      readonly version: number | string;
    };
    readonly row: never;
  };
  findPageByDomain: {
    readonly parameters: {
      readonly domain: string;
    };
    readonly row: {
      readonly organization_id: string;
    };
  };
  findSubscriber: {
    readonly parameters: {
      readonly id: string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly status: Columns["status_page_subscribers.status"];
      readonly asks: boolean;
    };
  };
  forgetComponentDays: {
    readonly parameters: {
      readonly before: Date | string;
    };
    readonly row: never;
  };
  forgetFormerPageNames: {
    readonly parameters: {
      readonly now: Date | string;
    };
    readonly row: never;
  };
  forgetPendingSubscribers: {
    readonly parameters: {
      readonly before: Date | string;
    };
    readonly row: never;
  };
  limitLockWaits: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly timeout: string | null;
    };
  };
  listAlertIncidents: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly id: string;
      readonly incidentId: string;
      readonly revision: string;
      readonly reopened: number;
      readonly quietSince: Date | null;
      readonly proposedAt: Date | null;
      readonly proposedBody: string | null;
    };
  };
  listComponentDays: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly day: string;
      readonly operational: number;
      readonly degraded_performance: number;
      readonly partial_outage: number;
      readonly major_outage: number;
      readonly under_maintenance: number;
    };
  };
  listComponentStatuses: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly since: Date;
      readonly until: Date | null;
      readonly status: Columns["component_statuses.status"];
      readonly counted_at: Date;
    };
  };
  listFormerPageNames: {
    readonly parameters: {
      readonly organizationId: string;
      readonly now: Date | string;
    };
    readonly row: {
      readonly name: string;
      readonly until: Date;
    };
  };
  listIncidentDecisions: {
    readonly parameters: {
      readonly kind: string;
      readonly organizationId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly title: string;
      readonly isDraft: boolean;
      readonly since: Date | null;
      readonly total: number;
    };
  };
  listMaintainedComponents: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly id: string;
      readonly status_before: Columns["maintained_components.status_before"];
    };
  };
  listMaintenanceMutes: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly incidentId: string;
      readonly muteId: string;
      readonly services: readonly string[];
      readonly startsAt: Date;
      readonly endsAt: Date;
    };
  };
  listNodesOfPage: {
    readonly parameters: {
      readonly organizationId: string;
      readonly version: number | string;
    };
    readonly row: {
      readonly place: string;
      readonly seconds: number;
      readonly knows: boolean;
    };
  };
  listObservingRows: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kinds: readonly string[];
      readonly services: readonly string[];
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly configuration: RowColumns["rows.configuration"];
      readonly state: RowColumns["rows.state"];
      readonly secrets: RowColumns["rows.secrets"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly natural_key: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  listOpenIncidents: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly over: readonly string[];
      readonly limit: number | string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly configuration: RowColumns["rows.configuration"];
      readonly state: RowColumns["rows.state"];
      readonly secrets: RowColumns["rows.secrets"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly natural_key: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  listPageVersions: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly organization_id: string;
      readonly version: string;
      readonly awaited_version: string | null;
    };
  };
  listSealedSubscribers: {
    readonly parameters: {
      readonly afterOrganizationId: string;
      readonly afterId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly id: string;
      readonly sealed_address: string;
    };
  };
  listUnsettledPages: {
    readonly parameters: {
      readonly now: Date | string;
    };
    readonly row: {
      readonly organization_id: string;
    };
  };
  lockUnsettledPage: {
    readonly parameters: {
      readonly organizationId: string;
      readonly now: Date | string;
    };
    readonly row: {
      readonly version: string;
    };
  };
  movePageVersion: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: never;
  };
  postponeSubscriberMessage: {
    readonly parameters: {
      readonly until: Date | string;
      readonly untried: boolean;
      readonly organizationId: string;
      readonly subscriberId: string;
      readonly incidentId: string;
      readonly at: Date | string;
    };
    readonly row: never;
  };
  putAlertIncident: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly incidentId: string;
      readonly revision: string;
      readonly reopened: number;
      readonly quietSince: Date | string | null;
      readonly proposedAt: Date | string | null;
      readonly proposedBody: string | null;
    };
    readonly row: never;
  };
  putFormerPageName: {
    readonly parameters: {
      readonly name: string;
      readonly organizationId: string;
      readonly until: Date | string;
    };
    readonly row: never;
  };
  putIncidentMessages: {
    readonly parameters: {
      readonly incidentId: string;
      readonly at: Date | string;
      readonly now: Date | string;
      readonly organizationId: string;
      readonly componentIds: readonly string[];
    };
    readonly row: never;
  };
  putMaintainedComponent: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly statusBefore: string;
    };
    readonly row: never;
  };
  putMaintenanceMute: {
    readonly parameters: {
      readonly organizationId: string;
      readonly incidentId: string;
      readonly muteId: string;
      readonly services: readonly string[];
      readonly startsAt: Date | string;
      readonly endsAt: Date | string;
    };
    readonly row: never;
  };
  putPageDomain: {
    readonly parameters: {
      readonly domain: string | null;
      readonly organizationId: string;
    };
    readonly row: never;
  };
  putPageSeen: {
    readonly parameters: {
      readonly organizationId: string;
      readonly version: number | string;
      readonly nodeId: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  putSubscriber: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly channel: string;
      readonly addressCode: string;
      readonly sealedAddress: string;
      readonly componentIds: readonly string[];
      readonly now: Date | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  putSubscriberQuestion: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly now: Date | string;
    };
    readonly row: never;
  };
  replaceSealedSubscriber: {
    readonly parameters: {
      readonly after: string;
      readonly organizationId: string;
      readonly id: string;
      readonly before: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  settlePage: {
    readonly parameters: {
      readonly dueAt: Date | string | null;
      readonly organizationId: string;
    };
    readonly row: never;
  };
  takePageMoves: {
    readonly parameters: Record<never, never>;
    readonly row: never;
  };
  takePageName: {
    readonly parameters: {
      readonly name: string;
    };
    readonly row: {
      readonly organization_id: string;
    };
  };
}

export const sql = readQueries<Queries>("status-page", new URL("queries/", import.meta.url));

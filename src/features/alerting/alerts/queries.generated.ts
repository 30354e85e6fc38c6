/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { RowColumns } from "../../../database/column-types.ts";
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type { Columns, FailedSend, Labels } from "./column-types.ts";

interface Queries {
  acknowledgeAlert: {
    readonly parameters: {
      readonly acknowledgedBy: string;
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  beginAlertsAgain: {
    readonly parameters: {
      readonly alerts: JsonText;
      readonly organizationId: string;
    };
    readonly row: never;
  };
  claimAlertTimers: {
    readonly parameters: {
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly alertId: string;
      readonly ruleId: string;
      readonly step: number;
      readonly heldUntil: Date | null;
      readonly labels: Columns["alerts.labels"];
      readonly now: Date;
    };
  };
  claimElsewhere: {
    readonly parameters: {
      readonly afterSeconds: number;
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly id: string;
    };
  };
  claimMuteStarts: {
    readonly parameters: {
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly muteId: string;
    };
  };
  confirmAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly since: Date | string | null;
      readonly reports: JsonText;
    };
    readonly row: {
      readonly id: string;
      readonly title: string;
      readonly labels: Columns["alerts.labels"];
      readonly announced: boolean;
      readonly inhibited: boolean;
    };
  };
  countAlerts: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly open: number;
      readonly kept: number;
      readonly merged: number;
    };
  };
  countHeldFirings: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly count: number;
    };
  };
  countOpenAbout: {
    readonly parameters: {
      readonly organizationId: string;
      readonly label: string;
      readonly rowId: string;
    };
    readonly row: {
      readonly count: number;
    };
  };
  countOpenAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly overflowFingerprint: string;
      readonly mostOfConnector: number | string;
      readonly mostOfOrganization: number | string;
      readonly mostOfMinute: number | null;
      readonly mostEndsOfMinute: number | string;
    };
    readonly row: {
      readonly ofConnector: number;
      readonly ofOrganization: number;
      readonly ofMinute: number;
      readonly endsOfMinute: number;
      readonly merged: boolean;
    };
  };
  countOpenOfSource: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly count: number;
    };
  };
  countOpenWithoutOnCall: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly rotaId: string;
      readonly alerts: number | null;
    };
  };
  countPastAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly count: number;
    };
  };
  countWaitingSteps: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ruleIds: readonly string[];
    };
    readonly row: {
      readonly ruleId: string;
      readonly alerts: number;
      readonly held: number;
    };
  };
  deleteAlertTimers: {
    readonly parameters: {
      readonly timers: JsonText;
    };
    readonly row: never;
  };
  deleteMuteStart: {
    readonly parameters: {
      readonly organizationId: string;
      readonly muteId: string;
    };
    readonly row: never;
  };
  deleteMuteSummary: {
    readonly parameters: {
      readonly organizationId: string;
      readonly muteId: string;
    };
    readonly row: {
      readonly muteId: string;
    };
  };
  deleteSilences: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly silenceIds: readonly string[];
    };
    readonly row: never;
  };
  deleteTimersOfAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly alertIds: readonly string[];
    };
    readonly row: never;
  };
  dropHeldFirings: {
    readonly parameters: {
      readonly ends: JsonText;
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: never;
  };
  dropUnheldSilences: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: never;
  };
  dropUnseenHeldFirings: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly since: Date | string;
    };
    readonly row: never;
  };
  endAlerts: {
    readonly parameters: {
      readonly ends: JsonText;
      readonly organizationId: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  endAlertsThatGoOn: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: never;
  };
  endMuteSummary: {
    readonly parameters: {
      readonly organizationId: string;
      readonly muteId: string;
    };
    readonly row: never;
  };
  endRoutings: {
    readonly parameters: {
      readonly alertIds: readonly string[];
      readonly organizationId: string;
    };
    readonly row: {
      readonly alertId: string;
      readonly routeId: string;
      readonly groupKey: string;
      readonly groupLabels: Columns["alert_routings.group_labels"];
    };
  };
  expectEndsNoMore: {
    readonly parameters: {
      readonly organizationId: string;
      readonly label: string;
      readonly rowId: string;
    };
    readonly row: never;
  };
  findAlertOfService: {
    readonly parameters: {
      readonly organizationId: string;
      readonly service: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  findAlertToLookFor: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly wanted: boolean;
    };
  };
  findDueMuteStart: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly muteId: string;
    };
  };
  findDueTimer: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly alertId: string;
    };
  };
  findHeldFiring: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly fingerprint: string;
    };
  };
  findSentAlert: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly labels: readonly string[];
    };
    readonly row: {
      readonly id: string;
    };
  };
  findTruncatedGroup: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly groupKey: string;
    };
  };
  findUnconfirmedAlert: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  followElsewhere: {
    readonly parameters: {
      readonly afterSeconds: number | null;
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: never;
  };
  forgetAlerts: {
    readonly parameters: {
      readonly before: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  forgetHeldEnds: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: never;
  };
  forgetHistory: {
    readonly parameters: {
      readonly kind: string;
      readonly now: Date | string;
      readonly defaultDays: number;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  forgetLabelSets: {
    readonly parameters: {
      readonly now: Date | string;
      readonly defaultDays: number;
      readonly kind: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly hash: Buffer;
    };
  };
  forgetMergedAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly before: Date | string;
      readonly fingerprints: readonly string[];
    };
    readonly row: {
      readonly fingerprint: string;
    };
  };
  forgetSilences: {
    readonly parameters: {
      readonly kind: string;
    };
    readonly row: never;
  };
  forgetTruncatedGroups: {
    readonly parameters: {
      readonly before: Date | string;
    };
    readonly row: never;
  };
  forgetUnkeptAlerts: {
    readonly parameters: {
      readonly now: Date | string;
      readonly limit: number | string;
      readonly kind: string;
      readonly usualDays: number;
    };
    readonly row: {
      readonly id: string;
    };
  };
  freeAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: never;
  };
  freeHeldTimers: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ruleIds: readonly string[];
    };
    readonly row: never;
  };
  freeRoutings: {
    readonly parameters: {
      readonly organizationId: string;
      readonly routeId: string;
      readonly alertIds: readonly string[];
    };
    readonly row: {
      readonly alertId: string;
    };
  };
  getAlertLocked: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly connectorId: string;
      readonly fingerprint: string;
      readonly startedAt: Date;
      readonly labels: Columns["alerts.labels"];
      readonly annotations: Columns["alerts.annotations"];
      readonly title: string;
      readonly service: string | null;
      readonly severity: Columns["alerts.severity"] | null;
      readonly url: string | null;
      readonly resolvedAt: Date | null;
      readonly endedBecause: string | null;
      readonly acknowledgedAt: Date | null;
      readonly acknowledgedBy: string | null;
      readonly mutedBy: string | null;
      readonly inhibitedBy: string | null;
      readonly inhibitingAlert: string | null;
      readonly unconfirmedSince: Date | null;
    };
  };
  getDatabaseTime: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly now: Date;
    };
  };
  getHistoryCut: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly cutAt: Date;
    };
  };
  holdEnds: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: never;
  };
  holdFirings: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly seconds: number;
      readonly firings: JsonText;
    };
    readonly row: never;
  };
  inhibitAlerts: {
    readonly parameters: {
      readonly inhibitions: JsonText;
      readonly organizationId: string;
    };
    readonly row: never;
  };
  insertAlertOnCall: {
    readonly parameters: {
      readonly organizationId: string;
      readonly rows: JsonText;
    };
    readonly row: never;
  };
  insertAlertRoutings: {
    readonly parameters: {
      readonly organizationId: string;
      readonly routings: JsonText;
    };
    readonly row: never;
  };
  insertAlertTimers: {
    readonly parameters: {
      readonly organizationId: string;
      readonly timers: JsonText;
    };
    readonly row: never;
  };
  insertAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly alerts: JsonText;
    };
    readonly row: never;
  };
  insertDeliveryAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly rows: JsonText;
    };
    readonly row: never;
  };
  insertMuteSummary: {
    readonly parameters: {
      readonly organizationId: string;
      readonly muteId: string;
      readonly endsAt: Date | string;
    };
    readonly row: never;
  };
  insertSilences: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly silences: JsonText;
    };
    readonly row: never;
  };
  insertTruncatedGroups: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly groups: JsonText;
    };
    readonly row: never;
  };
  keepUnheldSilences: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly count: number;
      readonly named: JsonText;
    };
    readonly row: never;
  };
  letAlertGoOn: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  listAlertGroups: {
    readonly parameters: {
      readonly organizationId: string;
      readonly groupKeys: readonly string[];
    };
    readonly row: {
      readonly groupKey: string;
      readonly secondsSince: number;
    };
  };
  listAlertLabels: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly id: string;
      readonly title: string;
      readonly labels: Columns["alerts.labels"];
    };
  };
  listAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly service: string | null;
      readonly resolved: boolean | null;
      readonly before: Date | string;
      readonly beforeId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly connectorId: string;
      readonly fingerprint: string;
      readonly startedAt: Date;
      readonly labels: Columns["alerts.labels"];
      readonly annotations: Columns["alerts.annotations"];
      readonly title: string;
      readonly service: string | null;
      readonly severity: Columns["alerts.severity"] | null;
      readonly url: string | null;
      readonly resolvedAt: Date | null;
      readonly endedBecause: string | null;
      readonly acknowledgedAt: Date | null;
      readonly acknowledgedBy: string | null;
      readonly mutedBy: string | null;
      readonly inhibitedBy: string | null;
      readonly inhibitingAlert: string | null;
      readonly unconfirmedSince: Date | null;
    };
  };
  listAlertsByIds: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly id: string;
      readonly connectorId: string;
      readonly fingerprint: string;
      readonly startedAt: Date;
      readonly labels: Columns["alerts.labels"];
      readonly annotations: Columns["alerts.annotations"];
      readonly title: string;
      readonly service: string | null;
      readonly severity: Columns["alerts.severity"] | null;
      readonly url: string | null;
      readonly resolvedAt: Date | null;
      readonly endedBecause: string | null;
      readonly acknowledgedAt: Date | null;
      readonly acknowledgedBy: string | null;
      readonly mutedBy: string | null;
      readonly inhibitedBy: string | null;
      readonly inhibitingAlert: string | null;
      readonly unconfirmedSince: Date | null;
      readonly receivedAt: Date;
    };
  };
  listCriticalAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly services: readonly string[];
      readonly most: number | string;
    };
    readonly row: {
      readonly service: string;
      readonly startedAt: Date;
      readonly isMuted: boolean;
      readonly routeIds: readonly string[];
    };
  };
  listDeliveriesOfAlerts: {
    readonly parameters: {
      readonly alertIds: readonly string[];
      readonly organizationId: string;
      readonly most: number | string;
    };
    readonly row: {
      readonly alertId: string;
      readonly senderId: string;
      readonly channel: Columns["deliveries.channel"];
      readonly target: string;
      readonly status: Columns["deliveries.status"];
      readonly attempts: number;
      readonly createdAt: Date;
      readonly endedAt: Date | null;
      readonly lastError: string | null;
      readonly triedAt: Date | null;
    };
  };
  listDueHeldFirings: {
    readonly parameters: {
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
  };
  listDueMuteSummaries: {
    readonly parameters: {
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly muteId: string;
    };
  };
  listElsewhereDue: {
    readonly parameters: {
      readonly afterOrganization: string;
      readonly after: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
    };
  };
  listEndedUnderMute: {
    readonly parameters: {
      readonly organizationId: string;
      readonly muteId: string;
    };
    readonly row: {
      readonly alertId: string;
      readonly connectorId: string;
      readonly routeId: string;
    };
  };
  listFreedAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly title: string;
      readonly labels: Columns["alerts.labels"];
      readonly announced: boolean;
      readonly waits: boolean;
    };
  };
  listHeldEnds: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly id: string;
      readonly connectorId: string;
      readonly labels: Columns["alerts.labels"];
      readonly heldAt: Date;
    };
  };
  listInhibitingAlerts: {
    readonly parameters: {
      readonly keys: readonly string[];
      readonly organizationId: string;
    };
    readonly row: {
      readonly key: string;
      readonly id: string;
    };
  };
  listKnownAlerts: {
    readonly parameters: {
      readonly muteKind: string;
      readonly reports: JsonText;
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly id: string;
      readonly fingerprint: string;
      readonly startedAt: Date;
      readonly resolvedAt: Date | null;
      readonly title: string;
      readonly annotations: Columns["alerts.annotations"];
      readonly unconfirmed: boolean;
      readonly closedAt: Date | null;
      readonly endedLately: boolean;
      readonly againAt: Date | null;
      readonly goesOn: boolean;
      readonly endHeld: boolean;
      readonly lapsed: boolean;
    };
  };
  listLabelSets: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
      readonly after: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly content: string;
      readonly count: number;
      readonly last: string;
    };
  };
  listLabelsOfService: {
    readonly parameters: {
      readonly organizationId: string;
      readonly service: string;
      readonly since: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly connectorId: string;
      readonly labels: Columns["alerts.labels"];
      readonly lastAt: Date;
    };
  };
  listLapsedInhibitions: {
    readonly parameters: {
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
  };
  listLapsedMutings: {
    readonly parameters: {
      readonly kind: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
  };
  listLapsedRoutings: {
    readonly parameters: {
      readonly kind: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly alertId: string;
      readonly routeId: string;
    };
  };
  listLastEnds: {
    readonly parameters: {
      readonly services: readonly string[];
      readonly organizationId: string;
      readonly since: Date | string | null;
      readonly critical: boolean;
    };
    readonly row: {
      readonly service: string;
      readonly how: "measured" | "person" | "nobody";
    };
  };
  listLostAlerts: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly id: string;
      readonly connectorId: string;
      readonly fingerprint: string;
      readonly startedAt: Date;
      readonly unconfirmed: boolean;
    };
  };
  listMergedAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly named: number | string;
    };
    readonly row: {
      readonly title: string;
      readonly total: number;
    };
  };
  listMutableAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly after: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly labels: Columns["alerts.labels"];
      readonly title: string;
    };
  };
  listMutedAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly id: string;
      readonly labels: Columns["alerts.labels"];
      readonly title: string;
      readonly mutedBy: string | null;
      readonly mutedUntil: Date | null;
    };
  };
  listNamedRows: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly id: string;
      readonly configuration: RowColumns["rows.configuration"];
      readonly state: RowColumns["rows.state"];
      readonly updatedAt: Date;
    };
  };
  listNotifiedByRoutes: {
    readonly parameters: {
      readonly alertIds: readonly string[];
      readonly organizationId: string;
    };
    readonly row: {
      readonly groupKey: string;
      readonly channel: Columns["deliveries.channel"];
      readonly target: string;
      readonly goesOn: boolean;
    };
  };
  listNotifiedByRules: {
    readonly parameters: {
      readonly alertIds: readonly string[];
      readonly organizationId: string;
      readonly mailing: readonly string[];
    };
    readonly row: {
      readonly alertId: string;
      readonly senderId: string;
      readonly channel: Columns["deliveries.channel"];
      readonly target: string;
    };
  };
  listOnCallOfAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly alertIds: readonly string[];
      readonly most: number | string;
    };
    readonly row: {
      readonly alertId: string;
      readonly senderId: string;
      readonly rotaId: string;
      readonly role: string;
      readonly at: Date;
      readonly rotaName: string;
      readonly outcome: string;
      readonly answered: string | null;
      readonly receivers: readonly string[];
      readonly reason: string;
    };
  };
  listOpenAbout: {
    readonly parameters: {
      readonly organizationId: string;
      readonly label: string;
      readonly rowId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly connectorId: string;
    };
  };
  listOpenAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly service: string | null;
      readonly acknowledged: boolean | null;
      readonly before: Date | string;
      readonly beforeId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly connectorId: string;
      readonly fingerprint: string;
      readonly startedAt: Date;
      readonly labels: Columns["alerts.labels"];
      readonly annotations: Columns["alerts.annotations"];
      readonly title: string;
      readonly service: string | null;
      readonly severity: Columns["alerts.severity"] | null;
      readonly url: string | null;
      readonly resolvedAt: Date | null;
      readonly endedBecause: string | null;
      readonly acknowledgedAt: Date | null;
      readonly acknowledgedBy: string | null;
      readonly mutedBy: string | null;
      readonly inhibitedBy: string | null;
      readonly inhibitingAlert: string | null;
      readonly unconfirmedSince: Date | null;
    };
  };
  listOpenIds: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly connectorId: string;
    };
  };
  listOpenRoutings: {
    readonly parameters: {
      readonly burns: JsonText;
      readonly alertIds: readonly string[];
      readonly organizationId: string;
      readonly routeIds: readonly string[] | null;
    };
    readonly row: {
      readonly alertId: string;
      readonly routeId: string;
      readonly groupKey: string;
      readonly groupLabels: Columns["alert_routings.group_labels"];
      readonly notified: boolean;
      readonly acknowledged: boolean;
      readonly severity: Columns["alerts.severity"] | null;
      readonly burns: boolean;
    };
  };
  listOpenSeverities: {
    readonly parameters: {
      readonly organizationId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly word: string;
      readonly since: Date;
      readonly alerts: number;
    };
  };
  listOrphanedAlerts: {
    readonly parameters: {
      readonly rowless: readonly string[];
      readonly kinds: readonly string[];
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly id: string;
    };
  };
  listPastAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
      readonly before: Date | string;
      readonly beforeId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly content: string;
      readonly count: number;
      readonly lastStartedAt: Date | null;
      readonly lastId: string | null;
    };
  };
  listPresentAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly before: Date | string;
      readonly beforeId: string;
      readonly limit: number | string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly content: string;
      readonly count: number;
      readonly lastStartedAt: Date | null;
      readonly lastId: string | null;
    };
  };
  listRecentAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly before: Date | string;
      readonly beforeId: string;
      readonly limit: number | string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly connectorId: string;
      readonly labels: Labels;
      readonly title: string;
      readonly startedAt: Date;
      readonly open: boolean;
    };
  };
  listRoutingMutes: {
    readonly parameters: {
      readonly organizationId: string;
      readonly alertIds: readonly string[];
    };
    readonly row: {
      readonly alertId: string;
      readonly mutedBy: string;
    };
  };
  listRoutingsOfAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly alertIds: readonly string[];
    };
    readonly row: {
      readonly alertId: string;
      readonly routeId: string;
      readonly mutedBy: string | null;
    };
  };
  listSendingConnectors: {
    readonly parameters: {
      readonly ids: readonly string[];
      readonly organizationId: string;
    };
    readonly row: {
      readonly connectorId: string;
    };
  };
  listSendsOfAlerts: {
    readonly parameters: {
      readonly mailing: string;
      readonly alertIds: readonly string[];
      readonly organizationId: string;
      readonly elsewhere: string;
    };
    readonly row: {
      readonly alertId: string;
      readonly bySettings: boolean;
      readonly reachedAt: Date | null;
      readonly waiting: number;
      readonly held: number;
      readonly failures: FailedSend[] | null;
    };
  };
  listSendsTo: {
    readonly parameters: {
      readonly channels: readonly string[];
      readonly partitions: readonly string[];
      readonly organizationId: string;
      readonly alertId: string;
      readonly most: number | string;
    };
    readonly row: {
      readonly senderId: string;
      readonly channel: Columns["deliveries.channel"];
      readonly target: string;
      readonly status: Columns["deliveries.status"];
      readonly attempts: number;
      readonly createdAt: Date;
      readonly endedAt: Date | null;
      readonly lastError: string | null;
    };
  };
  listSentElsewhere: {
    readonly parameters: {
      readonly elsewhere: string;
      readonly organizationId: string;
      readonly alertIds: readonly string[];
    };
    readonly row: {
      readonly alertId: string;
      readonly arrived: boolean;
      readonly waiting: boolean;
      readonly tried: readonly string[];
    };
  };
  listServiceSeverities: {
    readonly parameters: {
      readonly organizationId: string;
      readonly services: readonly string[];
    };
    readonly row: {
      readonly service: string;
      readonly severity: Columns["alerts.severity"] | null;
    };
  };
  listSilences: {
    readonly parameters: {
      readonly now: Date | string;
      readonly kind: string;
      readonly organizationId: string;
    };
    readonly row: {
      readonly connectorId: string;
      readonly silenceId: string;
      readonly muteId: string;
      readonly madeThere: boolean;
      readonly muteState: string;
      readonly isSeenLately: boolean;
    };
  };
  listSourceKeys: {
    readonly parameters: {
      readonly organizationId: string;
      readonly after: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly labels: Columns["alerts.labels"];
      readonly sourceKeys: string[];
    };
  };
  listTimersOfAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly alertIds: readonly string[];
    };
    readonly row: {
      readonly alertId: string;
      readonly ruleId: string;
      readonly step: number;
      readonly dueAt: Date;
      readonly heldUntil: Date | null;
    };
  };
  listUnheldSilences: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly connectorId: string;
      readonly count: number;
      readonly named: Columns["unheld_silences.named"];
    };
  };
  listUnreachedAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly elsewhere: string;
      readonly mailing: string;
      readonly firstFingerprint: string;
      readonly lesser: readonly string[];
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly connectorId: string;
      readonly fingerprint: string;
      readonly startedAt: Date;
      readonly labels: Columns["alerts.labels"];
      readonly annotations: Columns["alerts.annotations"];
      readonly title: string;
      readonly service: string | null;
      readonly severity: Columns["alerts.severity"] | null;
      readonly url: string | null;
      readonly resolvedAt: Date | null;
      readonly endedBecause: string | null;
      readonly acknowledgedAt: Date | null;
      readonly acknowledgedBy: string | null;
      readonly mutedBy: string | null;
      readonly inhibitedBy: string | null;
      readonly inhibitingAlert: string | null;
      readonly unconfirmedSince: Date | null;
    };
  };
  listUnreportedAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly before: Date | string;
      readonly fingerprints: readonly string[];
    };
    readonly row: {
      readonly id: string;
      readonly labels: Columns["alerts.labels"];
    };
  };
  listUnsettledAlerts: {
    readonly parameters: {
      readonly afterSeconds: number;
      readonly afterOrganization: string;
      readonly after: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
    };
  };
  listWaitingAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly firstFingerprint: string;
      readonly lesser: readonly string[];
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly fingerprint: string;
      readonly title: string;
      readonly severity: Columns["alerts.severity"] | null;
      readonly service: string | null;
      readonly startedAt: Date;
      readonly mutedBy: string | null;
      readonly unconfirmedSince: Date | null;
      readonly total: number;
    };
  };
  listWaitingOrganizations: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly organizationId: string;
    };
  };
  lockShared: {
    readonly parameters: {
      readonly purpose: string;
    };
    readonly row: {
      readonly pg_advisory_xact_lock_shared: unknown;
    };
  };
  markRoutingsNotified: {
    readonly parameters: {
      readonly routings: JsonText;
      readonly organizationId: string;
    };
    readonly row: never;
  };
  mergeAlerts: {
    readonly parameters: {
      readonly fingerprints: readonly string[];
      readonly titles: readonly string[];
      readonly organizationId: string;
      readonly connectorId: string;
      readonly most: number | string;
    };
    readonly row: never;
  };
  moveAlertTimers: {
    readonly parameters: {
      readonly timers: JsonText;
    };
    readonly row: never;
  };
  muteAlerts: {
    readonly parameters: {
      readonly mutings: JsonText;
      readonly organizationId: string;
    };
    readonly row: never;
  };
  muteRoutings: {
    readonly parameters: {
      readonly mutings: JsonText;
      readonly organizationId: string;
    };
    readonly row: never;
  };
  planMuteStart: {
    readonly parameters: {
      readonly organizationId: string;
      readonly muteId: string;
      readonly startsAt: Date | string;
    };
    readonly row: never;
  };
  putIntoHistory: {
    readonly parameters: {
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly count: number;
    };
  };
  recheckInhibitedAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ruleId: string;
    };
    readonly row: never;
  };
  seeAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly fingerprints: readonly string[];
    };
    readonly row: never;
  };
  seeSilences: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly silenceIds: readonly string[];
    };
    readonly row: never;
  };
  setSourceKeys: {
    readonly parameters: {
      readonly alerts: JsonText;
      readonly organizationId: string;
    };
    readonly row: never;
  };
  settleReach: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly id: string;
    };
  };
  takeBackDeliveries: {
    readonly parameters: {
      readonly error: string;
      readonly organizationId: string;
      readonly alertIds: readonly string[];
    };
    readonly row: never;
  };
  takeBackEnds: {
    readonly parameters: {
      readonly error: string;
      readonly organizationId: string;
      readonly targets: readonly string[];
      readonly groupKeys: readonly string[];
    };
    readonly row: never;
  };
  takeDueHeldFirings: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly fingerprint: string;
      readonly startedAt: Date;
      readonly receiver: string;
      readonly groupKey: string;
      readonly groupLabels: Columns["held_firings.group_labels"];
      readonly said: Columns["held_firings.said"];
    };
  };
  takeSeenHeldFirings: {
    readonly parameters: {
      readonly reports: JsonText;
      readonly organizationId: string;
      readonly connectorId: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly fingerprint: string;
      readonly startedAt: Date;
      readonly receiver: string;
      readonly groupKey: string;
      readonly groupLabels: Columns["held_firings.group_labels"];
      readonly said: Columns["held_firings.said"];
    };
  };
  takeTruncatedGroups: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly before: Date | string;
    };
    readonly row: {
      readonly groupKey: string;
      readonly receiver: string;
      readonly groupLabels: Columns["alert_truncated_groups.group_labels"];
    };
  };
  trimAlertsOfConnector: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly kept: number | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  trimAlertsOfOrganization: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kept: number | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  trimHistory: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kept: number | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  trimLabelSets: {
    readonly parameters: {
      readonly organizationId: string;
      readonly keptBytes: number | string;
    };
    readonly row: never;
  };
  unmergeAlerts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly fingerprints: readonly string[];
    };
    readonly row: never;
  };
  updateAlertTexts: {
    readonly parameters: {
      readonly alerts: JsonText;
      readonly organizationId: string;
    };
    readonly row: never;
  };
}

export const sql = readQueries<Queries>("alerts", new URL("queries/", import.meta.url));

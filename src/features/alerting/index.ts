/** An alert's life: from the intake to the person it reaches. What other wings may import of it. */
export {
  type AlertingRows,
  type Alerts,
  calmChannel,
  createAlerts,
  createHeldFiringStore,
  createOutcomes,
  type DecidingRows,
  type HistoryStore,
  holdsIncidents,
  inhabitedTeams,
  inhibits,
  mutedAt,
  type Outcome,
  ownRoutesOf,
  pageOfAlert,
  placeOfNewRoute,
  type ReadAlertingRows,
  receiverIdOf,
  routesOf,
  showAlerts,
  targetsOf,
  unknownField,
} from "./alerts/index.ts";
export {
  type Channel,
  createDelivery,
  createDeliveryStore,
  createOutbox,
  type Delivery,
  type DeliveryQueue,
  type NewDelivery,
  notifiedField,
  standingField,
} from "./delivery/index.ts";
export { createDrillStore, createDrills, type Drills } from "./drills/index.ts";
export { activeMutes, createEvents, type Events } from "./events/index.ts";
export {
  createHeartbeatStore,
  createHeartbeats,
  type HeartbeatStore,
  type Heartbeats,
} from "./heartbeats/index.ts";
export { createMissingData, type MissingData } from "./missing-data/index.ts";

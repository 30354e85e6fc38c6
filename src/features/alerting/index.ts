/** An alert's life: from the intake to the person it reaches. What other wings may import of it. */
export {
  type AlertingRows,
  type Alerts,
  createAlerts,
  createHeldFiringStore,
  createOutcomes,
  type DecidingRows,
  type HistoryStore,
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
  createDelivery,
  createDeliveryStore,
  createOutbox,
  type Delivery,
  type DeliveryQueue,
  notifiedField,
  standingField,
} from "./delivery/index.ts";
export { createDrillStore, createDrills, type Drills } from "./drills/index.ts";
export { activeMutes, createEvents, type Events } from "./events/index.ts";
export { createHandOvers, type HandOvers } from "./hand-overs/index.ts";
export {
  createHeartbeatStore,
  createHeartbeats,
  type HeartbeatStore,
  type Heartbeats,
} from "./heartbeats/index.ts";
export { createMissingData, type MissingData } from "./missing-data/index.ts";
export { createOnCallLoad } from "./on-call-load/index.ts";
export { createPages, type Pages } from "./pages/index.ts";

/** What is measured, what engines are given, and whether a deploy may go on. What other wings may import of it. */
export {
  createConnectionTests,
  idInput,
  outcomeOutput,
  shown,
  testUnsaved,
} from "./connection-tests/index.ts";
export {
  createDeployGate,
  createJudge,
  type DeployGate,
  decideFor,
  decideGate,
  decidesAtGate,
  decisionFields,
  gateReplayFields,
  policyAt,
} from "./deploy-gate/index.ts";
export { createFigures, createSloHours, type SloHours } from "./figures/index.ts";
export { createHosting } from "./hosting/index.ts";
export { createRangeQueries, createRangeQueryStore, type RangeQueryStore } from "./range-queries/index.ts";
export {
  aboutRows,
  bringersOf,
  createRenderer,
  createRendering,
  isSettled,
  type Loss,
  lossesOf,
  measuredSince,
  muteOf,
  notInForce,
  type Renderer,
  type Rendering,
  type RenderStore,
  type Renders,
  type RendersOf,
  refusalFields,
  rowOfAlert,
  unmeasuredIn,
} from "./rendering/index.ts";
export { createResolver, createServiceBindings, type ServiceBindings } from "./service-bindings/index.ts";
export {
  createServiceNames,
  eachPlace,
  type FindServiceName,
  type FoundName,
  meantName,
  type NamingKind,
  namedBy,
  namingKinds,
} from "./service-names/index.ts";
export { createSloReplay, sloReplayFields } from "./slo-replay/index.ts";
export {
  createStateReports,
  type Reports,
  type RowReport,
  type StateReports,
} from "./state-reports/index.ts";

/** Who is on call. What other wings may import of it. */

export { type CalendarFeeds, createFeeds } from "./feeds/index.ts";
export { onCallEffect } from "./rotas/effect-shapes.ts";
export { createOnCall, movesShifts, type OnCall } from "./rotas/index.ts";
export {
  createOnCallRows,
  type OnCallRota,
  type OnCallRows,
  type ReadOnCall,
  rotasFrom,
} from "./rotas/rows.ts";
export { refuseStretch, refuseYear } from "./rotas/time-bounds.ts";

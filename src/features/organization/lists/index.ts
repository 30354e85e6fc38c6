/** Lists as people need them: searched, filtered, sorted and turned page by page, and looked at in ways of their own. */
import type { Feature } from "../../../engine/feature.ts";
import type { Ground } from "../../ground.ts";
import { searchRows } from "./search-rows.ts";
import { createRowSearchStore, type RowFinder } from "./store.ts";
import { viewCalls } from "./views.ts";
import { createViewStore } from "./views-store.ts";

export { placeIn, textOf } from "./query.ts";
export type { RowFinder, TroubleQuestion } from "./store.ts";

export interface Lists extends Feature {
  readonly finder: RowFinder;
}

export function createLists(ground: Ground): Lists {
  const finder = createRowSearchStore(ground.database);
  const deps = { ...ground, finder, views: createViewStore(ground.database) };
  return { name: "lists", operations: [searchRows(deps), ...viewCalls(deps)], finder };
}

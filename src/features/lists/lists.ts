/** Lists as people need them: searched, filtered, sorted and turned page by page, and looked at in ways of their own. */

import type { Engine } from "../../engine/engine.ts";
import type { Feature, Registry } from "../../engine/feature.ts";
import type { RowFinder } from "./port.ts";
import { searchRows } from "./search-rows.ts";
import { viewCalls } from "./views.ts";
import type { ViewStore } from "./views-port.ts";

export interface ListsDeps {
  readonly engine: Pick<Engine, "texts">;
  readonly definitions: Registry;
  readonly finder: RowFinder;
  readonly views: ViewStore;
}

export function createLists(deps: ListsDeps): Feature {
  return { operations: [searchRows(deps), ...viewCalls(deps)] };
}

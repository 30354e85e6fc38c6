/** Lists as people need them: searched, filtered, sorted and turned page by page, and looked at in ways of their own. */
import type { Capability, Registry } from "../../engine/capability.ts";
import type { Engine } from "../../engine/engine.ts";
import type { RowFinder } from "../../engine/ports/search.ts";
import type { ViewStore } from "../../engine/ports/views.ts";
import { searchRows } from "./search-rows.ts";
import { viewCalls } from "./views.ts";

export interface ListsDeps {
  readonly engine: Pick<Engine, "texts">;
  readonly resources: Registry;
  readonly finder: RowFinder;
  readonly views: ViewStore;
}

export function createLists(deps: ListsDeps): Capability {
  return { operations: [searchRows(deps), ...viewCalls(deps)] };
}

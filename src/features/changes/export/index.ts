/** The whole configuration in formats that people and programs keep. How it is written is a surface's. */
import type { Feature } from "../../../engine/feature.ts";
import type { ConfigurationOperation } from "../../../engine/operation.ts";
import type { ExportReader } from "../../../engine/ports/export.ts";
import type { Ground } from "../../ground.ts";
import { createExportStore } from "./store.ts";

/** Makes the operation from what reads rows. */
export type ExportOperation = (reader: ExportReader) => ConfigurationOperation;

export function createExport({ database }: Ground, operation: ExportOperation): Feature {
  return { name: "export", operations: [operation(createExportStore(database))] };
}

/** The page as it would be with settings that are not saved: for the console's frame. */
import type { Call } from "../../engine/context.ts";
import type { Engine } from "../../engine/engine.ts";
import type { ConfigurationOperation } from "../../engine/operation.ts";
import { Refusal } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { type PageFile, previewedPages, previewNote, previewOf } from "../../renderers/status-page/index.ts";
import { statusPageSettings } from "../../resources/status-page-settings.ts";
import type { Make } from "./make.ts";

export interface Previews {
  /** Who may call this sees what it would answer. */
  readonly operation: ConfigurationOperation;
  /**
   * @param settings the fields that differ from what is saved
   * @param page which of the pages; the first one for anything unknown
   */
  file(call: Call, settings: JsonObject, page: string): Promise<PageFile>;
}

export interface PreviewDeps {
  readonly engine: Pick<Engine, "drafted">;
  readonly make: Pick<Make, "stateOf">;
  readonly operation: ConfigurationOperation;
  /** Whether the service has a mail server. */
  readonly mails: boolean;
}

export function createPreviews({ engine, make, operation, mails }: PreviewDeps): Previews {
  return {
    operation,
    async file(call, settings, page) {
      const { kind } = statusPageSettings;
      const drawn = async (draft: JsonObject) =>
        make.stateOf(call.caller.organization, await engine.drafted(call, statusPageSettings, kind, draft));
      const shown = previewedPages.find((one) => one === page) ?? "page";
      try {
        return previewOf(await drawn(settings), shown, mails);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== "unprocessable_entity") throw error;
        return previewNote(await drawn({}), `The page is shown once this is put right: ${error.message}`);
      }
    },
  };
}

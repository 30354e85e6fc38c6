/** What the summaries at the end of mutes need of the world. */
import type { Bindable } from "../../engine/ports/executor.ts";

export interface MuteSummaries {
  /** One is wanted when the mute ends. */
  want(organizationId: string, muteId: string, endsAt: Date): Promise<void>;
  /** The mute was deleted, which ends it; nothing where no summary is wanted. */
  end(organizationId: string, muteId: string): Promise<void>;
  /** Those whose mute has ended and of whose alerts it is known whether they are on. */
  due(limit: number): Promise<readonly { readonly organizationId: string; readonly muteId: string }[]>;
  /** Removes one, and answers whether it was there: whoever removes it sends it. */
  take(organizationId: string, muteId: string): Promise<boolean>;
  /** What began and ended under a mute, and nobody was notified of: by route, in the order in which the alerts began. */
  alerts(
    organizationId: string,
    muteId: string,
  ): Promise<readonly { readonly alertId: string; readonly connectorId: string; readonly routeId: string }[]>;
}

export type MuteSummaryStore = Bindable<MuteSummaries>;

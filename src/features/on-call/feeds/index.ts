/** Calendars of shifts: secret addresses that any calendar subscribes to, with what changed and what was cancelled. */
import type { Feature } from "../../../engine/feature.ts";
import type { Ground } from "../../ground.ts";
import { hashOf, type Identity, type Teams } from "../../identity/index.ts";
import { createOnCallRows } from "../rotas/index.ts";
import { accountFeedCalls, rotaFeedCalls } from "./calls.ts";
import { readFeed } from "./read.ts";
import { createFeedStore } from "./store.ts";

export interface CalendarFeeds {
  readonly hashOfToken: (token: string) => Buffer;
  /** The calendar whose address has the secret with this hash. */
  find(
    hash: Buffer,
  ): Promise<
    { readonly id: string; text(address: string | undefined): Promise<string | undefined> } | undefined
  >;
}

export interface Feeds extends Feature {
  readonly calendars: CalendarFeeds;
}

export function createFeeds(
  ground: Ground,
  needs: { readonly identity: Identity; readonly teams: Teams },
): Feeds {
  const feeds = createFeedStore(ground.database, ground.signRecord);
  const rowsOf = createOnCallRows(needs.teams);
  const deps = { ...ground, feeds, rowsOf };
  const reading = { ...deps, roster: needs.teams.roster, identity: needs.identity.store };
  return {
    name: "feeds",
    operations: [...rotaFeedCalls(deps), ...accountFeedCalls(deps)],
    calendars: {
      hashOfToken: hashOf,
      async find(hash) {
        const found = await feeds.find(hash);
        if (found === undefined) return undefined;
        const id = found.of === "rota" ? Object.values(found.feed).join("/") : found.userId;
        return { id, text: (address) => readFeed(reading, found, address) };
      },
    },
  };
}

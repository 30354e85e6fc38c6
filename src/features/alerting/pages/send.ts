/** One message to a person by one of their ways: whether it is still wanted, and what follows where it fails. */
import { currentTime } from "../../../engine/clock.ts";
import type { Vault } from "../../../engine/ports/rows.ts";
import { smsBudget } from "../../../kernel/text-message.ts";
import { SendFailure } from "../../../transports/port.ts";
import { isPhone, type WayAddress, type WayMessage } from "../../../transports/reach.ts";
import type { Ways } from "../../identity/index.ts";
import {
  admitEnd,
  type DeliveryStore,
  type LeasedDelivery,
  NotYet,
  opened,
  personIn,
} from "../delivery/index.ts";
import type { PageWriter } from "./store.ts";

export interface SendPageDeps {
  readonly vault: Vault;
  readonly siteUrl: string;
  readonly pages: Pick<PageWriter, "named" | "phoned">;
  readonly ways: Pick<Ways, "reach" | "addressOf" | "note">;
  readonly deliveries: Pick<DeliveryStore, "beginningsOf">;
  /** A text message or a call went out. */
  readonly notePhoned: (wayId: string, about: string) => Promise<unknown>;
  /** Whether a mute or another alert keeps all of the page back by now. */
  readonly isKeptBack: (page: { readonly organizationId: string; readonly id: string }) => Promise<boolean>;
  /** The next step of the page is to be taken now. */
  readonly hurry: (page: { readonly organizationId: string; readonly id: string }) => Promise<unknown>;
}

/** Takes a POST of a token, and nothing else. */
export const acknowledgePath = "/api/v1/acknowledge";

/** A device that did not answer is asked no more for so long: what else waits for it takes its next step without finding out. */
const restMs = 5_000;

/** What is kept back is looked at again so much later. */
const keptBackMs = 5_000;

export function createPageSend(deps: SendPageDeps) {
  const silent = new Map<string, { readonly failure: SendFailure; readonly untilMs: number }>();
  const { vault, siteUrl, pages, ways, deliveries, hurry } = deps;
  return async (one: LeasedDelivery): Promise<number | undefined> => {
    const payload = opened(vault, one);
    if (payload.type !== "page") throw new SendFailure("refused", "it is no page");
    await admitEnd(deliveries, one);
    const { organizationId } = one;
    const { message, page } = payload;
    const id = page?.id;
    if (id !== undefined) {
      if ((await pages.named({ organizationId, id })) === undefined)
        throw new SendFailure("gone", "somebody was at it before it was sent");
      // It goes when what keeps it back has ended, if nobody was at it by then.
      if (await deps.isKeptBack({ organizationId, id }))
        throw new NotYet(new Date(currentTime().getTime() + keptBackMs));
    }
    const { wayId } = personIn(one.target);
    const address = await ways.addressOf(wayId);
    const about = page?.about ?? one.source;
    try {
      if (address === undefined) throw new SendFailure("gone", "the way was removed");
      await refuseBeyond(pages, address, wayId, { about, isPage: message.urgent });
      const status = await sendBy(wayId, address, {
        ...{ ...message, code: null },
        acknowledge: page === null ? null : { url: `${siteUrl}${acknowledgePath}`, token: page.token },
      });
      if (isPhone(address.kind)) await deps.notePhoned(wayId, about);
      return status;
    } catch (failure) {
      // It is tried again; who is to be woken does not wait for that.
      if (id !== undefined && one.attempts === 0) await hurry({ organizationId, id });
      throw failure;
    }
  };

  /** What came of it is on record at the way: one that is gone is removed. */
  async function sendBy(wayId: string, address: WayAddress, message: WayMessage) {
    const now = performance.now();
    for (const [id, { untilMs }] of silent) if (untilMs <= now) silent.delete(id);
    const failed = silent.get(wayId)?.failure;
    if (failed !== undefined) throw failed;
    try {
      const status = await ways.reach.send(address, message);
      await ways.note(wayId, { kind: "taken" });
      return status;
    } catch (failure) {
      const kind = failure instanceof SendFailure && failure.kind === "gone" ? "gone" : "failed";
      if (failure instanceof SendFailure && failure.kind === "unreachable")
        silent.set(wayId, { failure, untilMs: performance.now() + restMs });
      await ways.note(wayId, { kind, error: failure instanceof Error ? failure.message : String(failure) });
      throw failure;
    }
  }
}

/** @throws SendFailure where a number got as much as it is to get. It is not tried again: the message before it rang. */
async function refuseBeyond(
  pages: SendPageDeps["pages"],
  address: WayAddress,
  wayId: string,
  { about, isPage }: { readonly about: string; readonly isPage: boolean },
): Promise<void> {
  if (!isPhone(address.kind)) return;
  const allowance = smsBudget(await pages.phoned(wayId, about), isPage);
  if (allowance.kind === "hold") throw new SendFailure("gone", allowance.reason);
}

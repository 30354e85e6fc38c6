/** Calls that make and end the secret addresses of calendars. */
import { entry } from "../../../engine/audit-entry.ts";
import type { Call } from "../../../engine/context.ts";
import {
  type AccountOperation,
  type ConfigurationOperation,
  configurationOperation,
} from "../../../engine/operation.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { boolean, object, text } from "../../../kernel/field.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import type { Ground } from "../../ground.ts";
import { newSecret, ownTrail, refuseUnreached, sessionOf } from "../../identity/index.ts";
import { type ReadOnCall, rotaNamed } from "../rotas/index.ts";
import type { createFeedStore, RotaFeed } from "./store.ts";

export interface FeedDeps extends Pick<Ground, "store" | "siteUrl" | "onCommit"> {
  readonly feeds: ReturnType<typeof createFeedStore>;
  readonly rowsOf: ReadOnCall;
}

const url = text({
  description:
    "The calendar's address. Whoever knows it reads the shifts; it is shown once, and another one takes its place when this is called again.",
});
const ended = boolean({ description: "Whether there was an address; it leads nowhere from now on." });

const id = text({ description: "The rota's id.", max: 512 });

/** An address leads to what is behind its secret; of the secret only the hash is stored. */
function newAddress(siteUrl: string) {
  const { value, hash } = newSecret();
  return { url: `${siteUrl}/calendars/${value}.ics`, hash };
}

export function rotaFeedCalls(deps: FeedDeps): ConfigurationOperation[] {
  const shared = {
    tag: "on call",
    toolset: "On call",
    level: "read",
    // An address is for a person's calendar, and a model has none.
    forPrograms: true,
    reach: { kinds: [onCallRotas], row: "id" },
    path: "/api/v1/on_call_rotas/{id}/feed",
    input: { id },
  } as const;
  const { kind } = onCallRotas;
  return [
    configurationOperation({
      ...shared,
      name: "make_on_call_feed",
      title: "Make a rota's calendar address",
      description:
        "Makes the caller's secret address at which calendars read all shifts of a rota, and ends the one before. It ends with the membership.",
      method: "POST",
      effect: "create",
      unheld: "it is the caller's own address, at which they read what they may read anyway",
      takesAway: true,
      status: 201,
      answersSecret: true,
      output: { url },
      async answer(call, { id }) {
        const { id: organizationId } = call.caller.organization;
        rotaNamed((await deps.rowsOf(deps.store, organizationId)).rotas, id);
        const made = newAddress(deps.siteUrl);
        const trail = trailOf(call, "make_on_call_feed", kind, id, "changed");
        const body = { url: made.url };
        await withTransaction(deps.store, [], async (writer) => {
          await deps.feeds.in(writer).putRota(feedOf(call, id), made.hash, trail);
          await call.keeping?.keep(writer, { status: 201, body });
        });
        deps.onCommit();
        return body;
      },
    }),
    configurationOperation({
      ...shared,
      name: "end_on_call_feed",
      title: "End a rota's calendar address",
      description: "Ends the caller's secret address of a rota's calendar.",
      method: "DELETE",
      effect: "delete",
      unheld: "it is the caller's own address, at which they read what they may read anyway",
      output: { ended },
      async answer(call, { id }) {
        rotaNamed((await deps.rowsOf(deps.store, call.caller.organization.id)).rotas, id);
        const trail = trailOf(call, "end_on_call_feed", kind, id, "cleared");
        const body = await withTransaction(deps.store, [], async (writer) => {
          const body = { ended: await deps.feeds.in(writer).removeRota(feedOf(call, id), trail) };
          await call.keeping?.keep(writer, { status: 200, body });
          return body;
        });
        deps.onCommit();
        return body;
      },
    }),
  ];
}

/** A key is no person: what is made with one is the organization's own. */
function feedOf({ caller: { organization, userId = "" } }: Call, id: string): RotaFeed {
  return { organizationId: organization.id, id, owner: userId };
}

function trailOf(call: Call, action: string, kind: string, rowId: string, secret: "changed" | "cleared") {
  const record = entry(call, action, kind, rowId, [{ field: "feed", secret }]);
  return [{ organizationId: call.caller.organization.id, entry: record }];
}

export function accountFeedCalls(deps: FeedDeps): AccountOperation[] {
  const shared = {
    tag: "account",
    credential: "session",
    path: "/api/v1/account/feed",
  } as const;
  return [
    {
      ...shared,
      name: "make_account_feed",
      title: "Make your calendar address",
      description:
        "Makes the secret address at which calendars read all shifts of the signed-in person, in all organizations that they are a member of, and ends the one before. The session has to reach all of these.",
      method: "POST",
      status: 201,
      answersSecret: true,
      output: { value: object({ description: "The address.", fields: { url } }) },
      async run(request) {
        const session = sessionOf(request);
        refuseUnreached(session);
        const made = newAddress(deps.siteUrl);
        const trail = ownTrail(request, {
          ...{ action: "make_account_feed", resource: "account", rowId: session.user.id },
          changes: [{ field: "feed", secret: "changed" }],
        });
        const body = { url: made.url };
        await withTransaction(deps.store, [], async (writer) => {
          await deps.feeds.in(writer).putAccount(session.user.id, made.hash, trail);
          await request.keeping?.keep(writer, { body });
        });
        deps.onCommit();
        return { body };
      },
    },
    {
      ...shared,
      name: "end_account_feed",
      title: "End your calendar address",
      description: "Ends the signed-in person's secret address.",
      method: "DELETE",
      output: { value: object({ description: "What came of it.", fields: { ended } }) },
      async run(request) {
        const { user } = sessionOf(request);
        const trail = ownTrail(request, {
          ...{ action: "end_account_feed", resource: "account", rowId: user.id },
          changes: [{ field: "feed", secret: "cleared" }],
        });
        const ended = await withTransaction(deps.store, [], async (writer) =>
          deps.feeds.in(writer).removeAccount(user.id, trail),
        );
        if (ended) deps.onCommit();
        return { body: { ended } };
      },
    },
  ];
}

/**
 * Any action as the signed-in person, for the console: POST …/organizations/{org}/actions/{action}. The
 * body is the action's input, flat; a delete is asked for with `confirm: true`, like a tool's.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Action, type Actions, invoke, levelRefusal, recordRefusal } from "../../engine/action.ts";
import { actionInput } from "../../engine/action-input.ts";
import { askingFirst } from "../../engine/confirmation.ts";
import type { Call } from "../../engine/context.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { allows } from "../../kernel/access.ts";
import { refuseParameters } from "../../kernel/parameters.ts";
import { methodNotAllowed, Refusal } from "../../kernel/problem.ts";
import { objectBody } from "./body.ts";
import { sendAnswer } from "./rest.ts";
import type { SiteAdmit } from "./site-admission.ts";

export interface ConsoleActionsOptions {
  readonly actions: Actions;
  readonly engine: Pick<Engine, "get" | "list">;
  readonly store: Store;
  readonly admit: SiteAdmit;
  readonly addressOf: (request: FastifyRequest) => string | undefined;
}

interface Admitted {
  readonly action: Action;
  readonly call: Call;
}

export function serveConsoleActions(server: FastifyInstance, options: ConsoleActionsOptions): void {
  server.all(
    "/api/v1/organizations/:org/actions/:action",
    {
      onRequest: async (request) => {
        await admitCall(request, options);
      },
    },
    async (request, reply) => {
      // The body may have taken its time, in which a session ends or a role changes.
      const { action, call } = await admitCall(request, options, "counted");
      const body = objectBody(request.body);
      refuseParameters([...new URLSearchParams(request.url.split("?")[1] ?? "").keys()], []);
      const { store, engine } = options;
      const answer = await invoke(
        store,
        askingFirst(action, body, engine, store),
        call,
        actionInput(action, body),
      );
      return sendAnswer(reply, answer);
    },
  );
}

async function admitCall(
  request: FastifyRequest,
  options: ConsoleActionsOptions,
  counted?: "counted",
): Promise<Admitted> {
  const { actions, store, admit, addressOf } = options;
  const { org, action: name = "" } = request.params as { org: string; action?: string };
  const now = new Date();
  const { caller } = await admit(request, "session", org, now, false, counted);
  if (caller === undefined) throw new Error("a session in an organization has a caller");
  const action = actions.get(name);
  if (action === undefined)
    throw new Refusal("not_found", "There is no such action; the documentation at /docs lists them.");
  const call: Call = { caller, door: "console", requestId: request.id, address: addressOf(request), now };
  if (!allows(caller.level, action.level)) {
    await recordRefusal(store, action, call, undefined);
    throw levelRefusal(action);
  }
  if (request.method !== "POST") throw methodNotAllowed(request.method, ["POST"]);
  return { action, call };
}

/** An administrator asks the people of a rota to be reachable by more than mail. What reaches them is theirs alone to say. */
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import { list } from "../../../kernel/field.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import type { Ways } from "../../identity/index.ts";
import { type CallDeps, rotaId, unreachableIn } from "./calls.ts";
import { rotaNamed } from "./rows.ts";
import { address } from "./shapes.ts";

interface AskDeps extends CallDeps {
  readonly ways: Pick<Ways, "kindsOf" | "reachOf" | "ask">;
  readonly onCommit: () => void;
}

export function askToBeReached(deps: AskDeps): ConfigurationOperation {
  return configurationOperation({
    name: "ask_to_be_reached",
    title: "Ask people to be reachable",
    description:
      "Mails everybody of a rota whom nothing but mail reaches, and asks them to add a device. Nobody is asked twice in 24 hours.",
    ...{ tag: "on call", toolset: "On call", level: "admin", effect: "create", scans: "short" },
    unheld: "it sends mails, and changes no row",
    // It is for the page of a rota; a model says whom to ask, and check_coverage names them.
    forPrograms: true,
    asksOthers: true,
    reach: { kinds: [onCallRotas], row: "id" },
    method: "POST",
    path: "/api/v1/on_call_rotas/{id}/ask",
    input: { id: rotaId },
    output: {
      asked: list({ description: "Who was mailed.", max: 100_000, items: address }),
      asked_before: list({
        description: "Who was asked in the last 24 hours already, here or elsewhere.",
        max: 100_000,
        items: address,
      }),
    },
    async answer(call, { id }) {
      const rows = await deps.rowsOf(deps.store, call.caller.organization.id);
      const rota = rotaNamed(rows.rotas, id);
      const unreachable = [...(await unreachableIn(deps, rota, rows)).keys()];
      const asked = await deps.ways.ask(call, unreachable, { kind: onCallRotas.kind, id, name: rota.name });
      if (asked === undefined)
        throw new Refusal(
          "conflict",
          "This installation has no mail server (SMTP_URL), so nobody can be asked.",
        );
      return { asked, asked_before: unreachable.filter((email) => !asked.includes(email)) };
    },
  });
}

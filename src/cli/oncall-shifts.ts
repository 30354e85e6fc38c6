/** `oncall take` and `oncall swap`: somebody is on call in the place of somebody else, by one call. */
import type { Command } from "commander";
import { readable } from "../kernel/readable.ts";
import { keyClient } from "./client.ts";
import { withUrl } from "./connection.ts";
import { usageError } from "./errors.ts";
import { printJson } from "./print.ts";
import { print, whoIs } from "./rotas.ts";

interface ShiftOptions {
  readonly url: string;
  readonly json?: boolean;
  readonly from?: string;
  readonly to: string;
  readonly role: string;
  readonly of?: string;
  readonly with?: string;
  readonly returnFrom?: string;
  readonly returnTo?: string;
  readonly reason: string;
}

interface Swapped {
  readonly overrides: readonly {
    readonly email: string;
    readonly replaces: string | null;
    readonly starts_at: string;
    readonly ends_at: string;
  }[];
  readonly run: string;
}

export function addShiftCommands(oncall: Command, env: NodeJS.ProcessEnv): void {
  const shift = (name: string, description: string) =>
    withUrl(oncall.command(`${name} <rota>`))
      .description(description)
      .option("--from <time>", "from when on, such as 2026-12-24T18:00:00Z; left out: now")
      .requiredOption("--to <time>", "until when")
      .option("--role <role>", "the role", "primary")
      .option("--of <email>", "whose shift it is; left out: the whole role")
      .option("--with <email>", "who takes it; left out: the person whose token it is")
      .option("--reason <text>", "why", "")
      .option("--json", "answer in JSON")
      .action((rota: string, _own: ShiftOptions, command: Command) =>
        // Options that the command above has too are found there.
        swap(rota, command.optsWithGlobals<ShiftOptions>(), env),
      );
  shift("take", "take a shift of a rota or a part of it, or with --with give it to somebody");
  shift("swap", "the same, and a time of the other one's shifts goes the other way")
    .requiredOption("--return-from <time>", "from when on, of what is given in return")
    .requiredOption("--return-to <time>", "until when");
}

async function swap(name: string, options: ShiftOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const { from, to, role, of, with: receiver, returnFrom, returnTo, reason } = options;
  if (returnFrom !== undefined && of === undefined)
    throw usageError("--of is needed: whose shift is swapped for the one in return");
  const client = keyClient(options.url, env);
  const { rotas } = await whoIs(client, name);
  const body = {
    ...{ role, to, reason, from: from ?? null, email: of ?? null, with: receiver ?? null },
    in_return: returnFrom === undefined ? null : { from: returnFrom, to: returnTo ?? "" },
  };
  const path = `/api/v1/on_call_rotas/${encodeURIComponent(rotas[0]?.rota_id ?? name)}/swap`;
  const done = await client.call<Swapped>("POST", path, { overrides: "list", run: "string" }, { body });
  if (options.json) return printJson(done);
  print([...done.overrides.map(lineOf), `To take it back: orgconfig undo --run ${done.run}`], "");
}

function lineOf({ email, replaces, starts_at, ends_at }: Swapped["overrides"][number]): string {
  const place = replaces === null ? "" : ` in the place of ${replaces}`;
  return `${email} is on call${place} from ${readable(starts_at)} to ${readable(ends_at)}`;
}

/** Rotas by their names, for the commands below `oncall`. */
import type { whoOutput } from "../features/on-call/rotas/shapes.ts";
import type { ObjectValueOf } from "../kernel/row-types.ts";
import type { Client } from "./client.ts";
import { CommandError, exitCodes } from "./errors.ts";
import { plain } from "./plain.ts";

type OnCall = ObjectValueOf<typeof whoOutput>;
export type Rota = OnCall["rotas"][number];

/** @throws usage where no rota has the name */
export async function whoIs(client: Client, rota: string | undefined, at?: string): Promise<OnCall> {
  const query = at === undefined ? "" : `?${new URLSearchParams({ at })}`;
  const all = await client.call<OnCall>("GET", `/api/v1/on_call${query}`, { rotas: "list" });
  if (rota === undefined) return all;
  const rotas = all.rotas.filter((one) => one.name === rota || one.rota_id === rota);
  if (rotas.length > 0) return { ...all, rotas };
  const names = all.rotas.map(({ name }) => plain(name)).join(", ") || "none";
  throw new CommandError(`no rota is called "${plain(rota)}"; there are: ${names}`, exitCodes.usage);
}

export function print(lines: readonly string[], none: string): void {
  process.stdout.write(`${(lines.length === 0 ? [none] : lines).map(plain).join("\n")}\n`);
}

/** An escalation policy of another tool: its first level as a route, the later ones as outbound rules. */
import { alertRoutes } from "../../../../resources/alert-routes.ts";
import { outboundConfigs } from "../../../../resources/outbound-configs.ts";
import { outboundRules } from "../../../../resources/outbound-rules.ts";
import type { Attributes } from "../attributes.ts";
import { withinBounds } from "../bounds.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import { quoted } from "../quoted.ts";
import { addTarget, mailbox } from "../targets.ts";
import type { Rota } from "./rota.ts";

/** Whom a level notifies. */
export type Whom = { readonly rota: Rota } | { readonly email: string };

interface InRota {
  readonly rota_id: string;
  readonly role: string;
}
type Destination = { readonly email: string } | InRota;
/** To whom an outbound rule goes. */
export type Receiver = { readonly outbound_config_id: string } | InRota;

export interface Level {
  /** How long after the first level it is notified, in seconds. */
  readonly after: number;
  readonly whom: readonly Whom[];
  /** How the source names what says `after`. */
  readonly path: string;
}

export interface Policy {
  readonly name: string;
  readonly matchers: readonly string[];
  readonly levels: readonly Level[];
  /** How often all levels begin again while nobody acknowledges, and after how many seconds each time. */
  readonly repeats: number;
  readonly round: number;
}

/** How whoever is on call is reached, which is less than there. */
export const reached =
  "whoever is on call is mailed, and neither called nor sent a message: paging by phone is not there yet";

/** Adds the rows of a policy. A level that notifies nobody is the source's to name. */
export function addPolicy(policy: Policy, source: Attributes, add: AddRow, context: MigrationContext): void {
  const { name, matchers, levels, repeats, round } = policy;
  const [first] = levels;
  const bounded = (field: string, value: number, path: string) =>
    withinBounds(outboundRules, field, value, source, path);
  if (first !== undefined && first.whom.length > 0)
    add(alertRoutes, { name, matchers, destinations: first.whom.flatMap(inRoute) }, { labelEnd: "route" });
  const interval = { repeat_interval_seconds: bounded("repeat_interval_seconds", Math.max(round, 60), "") };
  for (const [index, level] of levels.entries()) {
    // The route notifies the first level once; when all begin again a rule does.
    const isFirst = index === 0;
    if (isFirst && repeats === 0) continue;
    const [after, again] = isFirst ? [round, repeats - 1] : [level.after, repeats];
    const shared = {
      position: index,
      matchers,
      delay_seconds: bounded("delay_seconds", after, level.path),
      repeat_count: bounded("repeat_count", again, ""),
      ...interval,
    };
    const receivers = level.whom.flatMap((one) => receiversOf(one, add, context));
    for (const [place, receiver] of receivers.entries()) {
      const step = `${name} ${index + 1}${receivers.length === 1 ? "" : `.${place + 1}`}${isFirst ? " again" : ""}`;
      const { accepted } = add(
        outboundRules,
        { name: step, ...receiver, ...shared },
        { labelEnd: `${index + 1}_${place + 1}` },
      );
      if (!accepted) context.first(`the rule ${quoted(step)} was refused, and notifies nobody`);
    }
  }
  const all = levels.flatMap(({ whom }) => whom);
  const mailed = [...new Set(all.flatMap((one) => ("email" in one ? [one.email] : [])))];
  if (mailed.length > 0)
    context.first(`${mailed.join(", ")} is mailed, and neither called nor sent a message any more`);
  if (all.some((one) => "rota" in one)) source.note("", reached);
}

function inRoute(whom: Whom): readonly Destination[] {
  if ("email" in whom) return [{ email: whom.email }];
  return whom.rota.roles.map((role) => ({ rota_id: whom.rota.id, role }));
}

/** To whom rules go: a rota's role, or the mailbox of a person, which is made once. */
function receiversOf(whom: Whom, add: AddRow, context: MigrationContext): readonly Receiver[] {
  if ("rota" in whom) return whom.rota.roles.map((role) => ({ rota_id: whom.rota.id, role }));
  const { email } = whom;
  const known = context.made(outboundConfigs, { name: email })?.id;
  const id = known ?? addTarget(email, mailbox(email), email, add, context).rowId;
  return id === undefined ? [] : [{ outbound_config_id: id }];
}

/** A matcher of the label `service`, which takes these. */
export function ofServices(names: readonly string[]): string {
  const [first = ""] = names;
  if (names.length === 1) return `service=${JSON.stringify(first)}`;
  const pattern = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|");
  return `service=~${JSON.stringify(pattern)}`;
}

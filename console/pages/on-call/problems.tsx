/** What is wrong with the next weeks: times that belong to nobody, and people who cannot take theirs; each with its way out. */
import { Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { readableIn } from "../../../src/kernel/readable.ts";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import type { AskAnswer, Concern, Gap } from "../../api/on-call-shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { SmallButton } from "../../parts/buttons.tsx";
import { Few } from "../../parts/few.tsx";
import { rowPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Fine, LinkTo } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import type { Held } from "./calendar.ts";
import { modesOf } from "./handing.ts";
import { PersonChip } from "./person.tsx";
import { type RotaProps, useShownZone } from "./shown.ts";
import * as texts from "./texts.ts";
import { type RotaSeen, useReader } from "./use-on-call.ts";
import { useRights } from "./use-rights.ts";
import { termText } from "./words.ts";

/** Lines that are shown at first. */
const most = 4;

export function Problems({ rota, hand }: RotaProps) {
  const { coverage } = rota;
  const rights = useRights();
  if (coverage === undefined) return null;
  const { gaps, concerns } = coverage;
  return (
    <div className="problems">
      {gaps.length === 0 ? null : (
        <section aria-label={texts.gapsOf(rota.name)}>
          <Few
            items={gaps}
            most={most}
            line={(gap) => <GapLine key={`${gap.role} ${gap.from}`} rota={rota} gap={gap} hand={hand} />}
          />
        </section>
      )}
      {concerns.length === 0 ? null : (
        <section aria-label={texts.concernsOf(rota.name)}>
          {rights.admin && concerns.some(({ kind }) => kind === "unreachable") ? <Ask rota={rota} /> : null}
          <Few
            items={byCause(concerns)}
            most={most}
            line={([concern, ...others]) => (
              <ConcernLine
                key={`${concern.kind} ${concern.email}`}
                {...{ rota, concern, hand }}
                others={others.length}
              />
            )}
          />
        </section>
      )}
    </div>
  );
}

function GapLine({ rota, gap, hand }: RotaProps & { readonly gap: Gap }) {
  const { me } = useReader();
  const held = { ...gap, people: [] };
  const modes = modesOf(held, me, useRights());
  const when = termText(gap, useShownZone(rota));
  return (
    <li className="problem">
      <Text size="sm" c="var(--bad)" fw={550}>
        {texts.nobodyFor(gap.role, when)}
      </Text>
      <Group gap={6}>
        {modes.map((mode) => (
          <SmallButton
            key={mode}
            size="compact-xs"
            aria-label={texts.actOn(mode === "take" ? texts.takeIt : texts.giveItTo, gap.role, when)}
            onClick={() => hand({ rota, held, mode })}
          >
            {mode === "take" ? texts.takeIt : texts.giveItTo}
          </SmallButton>
        ))}
      </Group>
    </li>
  );
}

/** What reaches somebody is theirs to say: an admin can ask. */
function Ask({ rota: { id, name } }: Pick<RotaProps, "rota">) {
  const { slug } = useHere();
  const { shortOf } = useReader();
  const ask = useMutation({
    mutationFn: async () => (await act<AskAnswer>(slug, namedActions.askToBeReached, { id })).body,
  });
  const names = (emails: readonly string[]) => emails.map(shortOf).join(", ");
  return (
    <>
      <Refusal error={ask.error} />
      <Group gap="xs" my={4}>
        <SmallButton
          size="compact-xs"
          aria-label={texts.askThemOf(name)}
          loading={ask.isPending}
          onClick={() => ask.mutate()}
        >
          {texts.askThem}
        </SmallButton>
        <Fine role="status">
          {ask.data === undefined ? "" : texts.wasAsked(names(ask.data.asked), names(ask.data.asked_before))}
        </Fine>
      </Group>
    </>
  );
}

type Cause = readonly [Concern, ...Concern[]];

/** What is the same with somebody again and again is one line, with the first time of it. */
function byCause(concerns: readonly Concern[]): readonly Cause[] {
  const causes = new Map<string, Cause>();
  for (const concern of concerns) {
    const key = `${concern.kind} ${concern.email}`;
    const known = causes.get(key);
    causes.set(key, known === undefined ? [concern] : [...known, concern]);
  }
  return [...causes.values()];
}

interface ConcernLineProps extends RotaProps {
  readonly concern: Concern;
  /** How many more times it is so. */
  readonly others: number;
}

function ConcernLine({ rota, concern, others, hand }: ConcernLineProps) {
  const { slug } = useHere();
  const { me, now } = useReader();
  const rights = useRights();
  const zone = useShownZone(rota);
  const { kind, email, message } = concern;
  const held = heldBy(rota, concern, now);
  const modes = held === undefined ? [] : modesOf(held, me, rights);
  const mode = rights.admin && modes.length > 0 ? "give" : modes[0];
  const words = mode === "take" ? texts.takeIt : texts.giveItTo;
  return (
    <li className="problem">
      <Text size="sm" component="div">
        <PersonChip email={email} /> {readableIn(message, zone)}
        <Fine span className="problem-when">
          {" "}
          · {termText(concern, zone)}
          {others === 0 ? "" : texts.andAgain(others)}
        </Fine>
      </Text>
      {kind === "gone" && rights.admin ? (
        <LinkTo to={rowPath(slug, kindNames.rota, rota.id)} search={{ view: "edit" }} size="xs">
          {texts.changeTheRota}
        </LinkTo>
      ) : null}
      {kind === "unreachable" && email === me ? (
        <LinkTo to="/account/ways" size="xs">
          {texts.addADevice}
        </LinkTo>
      ) : null}
      {held === undefined || mode === undefined || kind === "gone" || kind === "unreachable" ? null : (
        <SmallButton
          size="compact-xs"
          aria-label={texts.actOn(words, held.role, termText(held, zone))}
          onClick={() => hand({ rota, held, mode, suggested: concern.could_cover.find((one) => one !== me) })}
        >
          {words}
        </SmallButton>
      )}
    </li>
  );
}

/** The part of the person's shift that a concern is about: in it, or the one that begins too soon. */
function heldBy(
  { shifts = [] }: RotaSeen,
  { email, from, to, kind }: Concern,
  now: number,
): Held | undefined {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const own = shifts.filter(({ people, to }) => people.includes(email) && Date.parse(to) > now);
  if (kind === "short_rest")
    return own.find((one) => Date.parse(one.from) === end) ?? own.find((one) => Date.parse(one.to) === begin);
  const shift = own.find((one) => Date.parse(one.from) < end && Date.parse(one.to) > begin);
  if (shift === undefined) return undefined;
  const part = { from: later(shift.from, from), to: later(shift.to, to) === to ? shift.to : to };
  return { role: shift.role, people: [email], ...part };
}

function later(one: string, other: string): string {
  return Date.parse(one) > Date.parse(other) ? one : other;
}

/** What the reader has to know first: whether they are on call, until when, or when they are next. */
import { Group, Paper, Text, Title } from "@mantine/core";
import type { Shift, ShiftOfRota } from "../../api/on-call-shapes.ts";
import { SmallButton } from "../../parts/buttons.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { Fine } from "../../parts/text.tsx";
import * as texts from "./texts.ts";
import type { Handing } from "./use-on-call.ts";
import { type RotaSeen, useReader } from "./use-on-call.ts";
import { useRights } from "./use-rights.ts";
import { placeOf, shortMoment } from "./words.ts";

/** Somebody's shift in a rota. */
interface OwnShift {
  readonly rota: RotaSeen;
  readonly shift: Shift;
}

/** Those that are not over yet, each with its rota. */
export function shiftsIn(
  rotas: readonly RotaSeen[],
  shifts: readonly ShiftOfRota[],
  now: number,
): readonly OwnShift[] {
  const byId = new Map(rotas.map((rota) => [rota.id, rota]));
  return shifts.flatMap((shift) => {
    const rota = byId.get(shift.rota_id);
    return rota === undefined || Date.parse(shift.to) <= now ? [] : [{ rota, shift }];
  });
}

interface MineProps {
  readonly mine: readonly OwnShift[];
  /** Whether they have been read. */
  readonly known: boolean;
  readonly failed: boolean;
  readonly hand: (handing: Handing) => void;
}

export function Mine({ mine, known, failed, hand }: MineProps) {
  const { now } = useReader();
  const current = mine.filter(({ shift }) => Date.parse(shift.from) <= now);
  const next = mine.find(({ shift }) => Date.parse(shift.from) > now);
  return (
    <Paper component="section" aria-label={texts.yourShifts} p="md">
      <Title order={2} className="sr-title">
        {texts.yourShifts}
      </Title>
      {current.map((own) => (
        <Own key={`${own.rota.id} ${own.shift.role}`} own={own} of={texts.youAreOnCall} hand={hand} now />
      ))}
      {next === undefined ? (
        <Text size="sm" c={current.length > 0 ? "dimmed" : "var(--mantine-color-text)"}>
          {known ? texts.noNextShift(current.length > 0) : failed ? texts.shiftsAreUnknown : texts.loading}
        </Text>
      ) : (
        <Own own={next} of={current.length > 0 ? texts.thenAgain : texts.yourNextShift} hand={hand} />
      )}
    </Paper>
  );
}

interface OwnProps {
  readonly own: OwnShift;
  readonly of: typeof texts.youAreOnCall | typeof texts.yourNextShift | typeof texts.thenAgain;
  readonly hand: (handing: Handing) => void;
  readonly now?: boolean;
}

function Own({ own: { rota, shift }, of, hand, now = false }: OwnProps) {
  const { ownZone } = useReader();
  const { operates } = useRights();
  const start = (zone: string) => shortMoment(shift.from, zone);
  const end = (zone: string) => shortMoment(shift.to, zone);
  return (
    <Group justify="space-between" gap="sm" mb={now ? "sm" : 0}>
      <div style={{ flex: "1 1 220px" }}>
        <Text fw={now ? 600 : 450}>
          {now ? <span className="dot on-call-now" data-tone="good" aria-hidden /> : null}
          <RichText
            of={of}
            rota={texts.roleOf(rota.name, shift.role)}
            from={start(rota.zone)}
            until={end(rota.zone)}
          />
        </Text>
        <Fine>
          {ownZone === rota.zone
            ? texts.inZone(placeOf(rota.zone))
            : texts.inTwoZones(
                placeOf(rota.zone),
                now ? end(ownZone) : texts.fromTo(start(ownZone), end(ownZone)),
                placeOf(ownZone),
              )}
        </Fine>
      </div>
      {operates ? (
        <Group gap="xs">
          {(["give", "swap"] as const).map((mode) => (
            <SmallButton
              key={mode}
              aria-label={texts.actOn(
                texts.modes[mode],
                texts.roleOf(rota.name, shift.role),
                start(rota.zone),
              )}
              onClick={() => hand({ rota, held: shift, mode })}
            >
              {texts.modes[mode]}
            </SmallButton>
          ))}
        </Group>
      ) : null}
    </Group>
  );
}

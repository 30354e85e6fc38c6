/** The rotas of the page: each a card, and where there are many a line that opens, found by name, by person and by whose it is. */
import { Group, Kbd, Paper, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useRef } from "react";
import { useOwnText } from "../../parts/own-text.ts";
import { Quiet } from "../../parts/text.tsx";
import { RotaCard, RotaLine } from "./rota-card.tsx";
import type { RotaProps } from "./shown.ts";
import * as texts from "./texts.ts";
import { type RotaSeen, useReader, type Whose, whoseRotas } from "./use-on-call.ts";
import { isSought, shownFirst } from "./view.ts";

interface RotasProps extends Pick<RotaProps, "hand"> {
  readonly rotas: readonly RotaSeen[];
}

export function Rotas({ rotas, hand }: RotasProps) {
  return (
    <Stack gap="md">
      {rotas.map((rota) => (
        <RotaCard key={rota.id} rota={rota} hand={hand} />
      ))}
    </Stack>
  );
}

interface ManyRotasProps extends RotasProps {
  readonly whose: Whose;
  /** What is looked for. */
  readonly text: string;
  /** Into the page's address. */
  readonly set: (change: { readonly whose?: Whose; readonly q?: string }) => void;
  readonly open: (id: string, open: boolean) => void;
}

export function ManyRotas({ rotas, hand, whose, text, set, open }: ManyRotasProps) {
  const { nameOf } = useReader();
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([["/", () => input.current?.focus()]]);
  const typed = useOwnText(text, (q) => set({ q }));
  const mine = rotas.filter(({ isMine }) => isMine);
  const among = whose === "mine" ? mine : rotas;
  const shown = shownFirst(among.filter((rota) => isSought(rota, typed.value, nameOf)));
  const counts = { mine: mine.length, all: rotas.length };
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Group gap="xs" w={{ base: "100%", xs: "auto" }}>
          <TextInput
            ref={input}
            aria-label={texts.findRotas}
            placeholder={texts.nameOrPerson}
            rightSection={<Kbd size="xs">/</Kbd>}
            {...typed}
            w={{ base: "100%", xs: 280 }}
          />
          <SegmentedControl
            aria-label={texts.whichRotas}
            value={whose}
            data={whoseRotas.map((value) => ({ value, label: texts.whoseRotas[value](counts[value]) }))}
            onChange={(value) => set({ whose: value as Whose })}
          />
        </Group>
        <Quiet aria-live="polite">{texts.rotasShown(shown.length, among.length)}</Quiet>
      </Group>
      {shown.length === 0 ? (
        <Quiet>{typed.value === "" ? texts.noneOfYours : texts.noRotaFound(typed.value)}</Quiet>
      ) : (
        <Paper p={0}>
          <ul className="lines rotas" aria-label={texts.rotas}>
            {shown.map((rota) => (
              <RotaLine key={rota.id} rota={rota} hand={hand} set={(next) => open(rota.id, next)} />
            ))}
          </ul>
        </Paper>
      )}
    </>
  );
}

/** Says that the reader is away for a while: it moves nobody, and their shifts of that time become concerns. */
import { Button, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { offsetAt } from "../../../src/kernel/time-zone.ts";
import { problemsOf } from "../../forms/context.ts";
import { Presets } from "../../forms/presets.tsx";
import { kindNames } from "../../kinds/names.ts";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { useEdits } from "../../parts/plans/use-plan.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import { useNotice } from "../../shell/notice.tsx";
import { daysFrom, momentOf } from "./calendar.ts";
import { TermInputs, type Typed } from "./term-inputs.tsx";
import * as texts from "./texts.ts";
import { useReader } from "./use-on-call.ts";
import { termText } from "./words.ts";

interface AwayDialogProps {
  /** The time zone in which it is typed. */
  readonly zone: string;
  /** The shift that it is most likely about. */
  readonly shift: Typed | undefined;
  readonly close: () => void;
}

export function AwayDialog({ zone: zoneThen, shift, close }: AwayDialogProps) {
  // What is typed keeps its clocks, whatever shifts come meanwhile.
  const [zone] = useState(zoneThen);
  const { me, now } = useReader();
  const choices = termsOf(now, zone, shift);
  const [term, setTerm] = useState<Typed>(choices[0]?.term ?? { from: undefined, to: undefined });
  const [chosen, setChosen] = useState(choices[0]?.text);
  const [note, setNote] = useState("");
  const notices = useNotice();
  const edits = useEdits();
  const problems = problemsOf(edits.error);
  const isWhole = term.from !== undefined && term.to !== undefined;
  const submit = async () => {
    const { from: starts_at, to: ends_at } = term;
    if (starts_at === undefined || ends_at === undefined) return;
    const fields = { email: me, starts_at, ends_at, note };
    const plan = await edits.mutateAsync([{ op: "create", resource: kindNames.absence, fields }]);
    notices.show({ text: texts.youAreAway(termText({ from: starts_at, to: ends_at }, zone)), plan: plan.id });
    close();
  };
  return (
    <Modal opened onClose={close} title={texts.iAmAway} size="md">
      {/* What goes wrong is shown below. */}
      <Form submit={() => void submit().catch(() => {})}>
        <Stack gap="sm">
          <Quiet>{texts.awayMovesNobody}</Quiet>
          {problems.size > 0 ? null : <Refusal error={edits.error} />}
          <Presets
            presets={choices.map(({ text, term: one }) => ({
              text,
              chosen: text === chosen,
              choose() {
                setTerm(one);
                setChosen(text);
              },
            }))}
          />
          <TermInputs
            key={chosen}
            term={term}
            set={setTerm}
            zone={zone}
            errors={[problems.get("starts_at"), problems.get("ends_at")]}
          />
          <TextInput
            label={texts.note}
            placeholder={texts.noteExample}
            value={note}
            maxLength={500}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <DialogButtons close={close} mt="xs">
            <Button type="submit" data-autofocus loading={edits.isPending} disabled={!isWhole}>
              {texts.save}
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}

/** What people are often away for: the shift at hand, tomorrow, the weekend, the next week. */
function termsOf(now: number, zone: string, shift: Typed | undefined) {
  const days = daysFrom(now, zone, 21);
  const weekday = new Date(now + offsetAt(now, zone)).getUTCDay();
  const whole = (text: string, first: number, count: number) => {
    const [begin, end] = [days[first], days[first + count - 1]];
    return { text, term: { from: momentOf(begin?.from ?? now), to: momentOf(end?.to ?? now) } };
  };
  const saturday = (6 - weekday + 7) % 7 || 7;
  const monday = (1 - weekday + 7) % 7 || 7;
  return [
    ...(shift === undefined ? [] : [{ text: texts.myNextShift, term: shift }]),
    whole(texts.tomorrow, 1, 1),
    whole(texts.theWeekend, saturday, 2),
    whole(texts.nextWeek, monday, 7),
  ];
}

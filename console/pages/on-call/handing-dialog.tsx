/** Takes, gives or swaps a shift or a part of it: filled in, so that a press does it. */
import { Button, Modal, SegmentedControl, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import type { Swapped } from "../../api/on-call-shapes.ts";
import { useForgetRows } from "../../api/queries.ts";
import { problemsOf } from "../../forms/context.ts";
import { Suggesting } from "../../forms/suggesting.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { Rows } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Fine, Quiet } from "../../parts/text.tsx";
import { useNotice } from "../../shell/notice.tsx";
import { useHere } from "../../shell/session.ts";
import { candidates, type Mode, modesOf, restOf, returns } from "./handing.ts";
import { TermInputs, type Typed } from "./term-inputs.tsx";
import * as texts from "./texts.ts";
import { type Handing, useReader } from "./use-on-call.ts";
import { useRights } from "./use-rights.ts";
import { leftText, placeOf, termText } from "./words.ts";

interface HandingDialogProps {
  readonly of: Handing;
  readonly close: () => void;
}

export function HandingDialog({ of, close }: HandingDialogProps) {
  const { rota, held } = of;
  const { me } = useReader();
  const modes = modesOf(held, me, useRights());
  const title = texts.roleOf(rota.name, held.role);
  return (
    <Modal opened onClose={close} title={title} size="md">
      <About of={of} />
      {modes.length === 0 ? null : <Fields of={of} modes={modes} close={close} />}
    </Modal>
  );
}

/** Whose it is and when, on the reader's own clock too. */
function About({ of: { rota, held } }: Pick<HandingDialogProps, "of">) {
  const { nameOf, ownZone, now } = useReader();
  return (
    <>
      <Text size="sm">
        {held.people.length === 0 ? texts.nobodyIsOnCall : held.people.map(nameOf).join(", ")}:{" "}
        {leftText(held, rota.zone, now)} ({placeOf(rota.zone)})
      </Text>
      {ownZone === rota.zone ? null : (
        <Fine mt={2}>{texts.onYourClock(leftText(held, ownZone, now), placeOf(ownZone))}</Fine>
      )}
    </>
  );
}

interface FieldsProps extends HandingDialogProps {
  readonly modes: readonly Mode[];
}

function Fields(props: FieldsProps) {
  const { of, modes, close } = props;
  const { rota, held } = of;
  const form = useHanding(props);
  const { me, nameOf, now, isMine, others, takes, offered, back, take, problems, isNamed } = form;
  const { giver, mode, chosen, term, reason } = form;
  return (
    <Form submit={form.submit}>
      <Stack gap="sm" mt="md">
        {problems.size > 0 ? null : <Refusal error={take.error} />}
        {modes.length === 1 ? null : (
          <SegmentedControl
            aria-label={texts.whatToDo}
            value={mode}
            data={modes.map((value) => ({ value, label: texts.modes[value] }))}
            onChange={(value) => form.setMode(value as Mode)}
          />
        )}
        {held.people.length > 1 && !isMine ? (
          <Select
            label={texts.whose}
            allowDeselect={false}
            value={giver}
            data={held.people.map((value) => ({ value, label: nameOf(value) }))}
            onChange={form.setGiver}
          />
        ) : null}
        {takes === me && (mode === "take" || !isMine) ? null : (
          <Suggesting
            label={mode === "swap" ? texts.swapWith : texts.giveTo}
            value={chosen}
            onChange={form.choose}
            onChoose={form.choose}
            offers={others.map((value) => ({ value, label: nameOf(value), note: noteOf(value, nameOf) }))}
            error={problems.get("with")}
          />
        )}
        <TermInputs
          term={term}
          set={form.setTerm}
          zone={rota.zone}
          orNow={restOf(held, now).from === undefined}
          errors={[problems.get("from") ?? problems.get("email"), problems.get("to")]}
        />
        {mode === "swap" ? (
          <Return
            key={takes}
            {...{ of, takes, offered, inReturn: back, setInReturn: form.setInReturn }}
            errors={[
              problems.get("in_return.from") ?? problems.get("in_return"),
              problems.get("in_return.to"),
            ]}
          />
        ) : null}
        <TextInput
          label={texts.reason}
          value={reason}
          maxLength={500}
          onChange={({ currentTarget }) => form.setReason(currentTarget.value)}
          error={problems.get("reason")}
        />
        <DialogButtons close={close} mt="xs">
          <Button type="submit" data-autofocus loading={take.isPending} disabled={!form.isWhole}>
            {texts.doIt(mode, nameOf(takes), isNamed && takes !== me)}
          </Button>
        </DialogButtons>
      </Stack>
    </Form>
  );
}

/** What is typed in the dialog, and what sends it. */
function useHanding({ of, modes, close }: FieldsProps) {
  const { rota, held, suggested } = of;
  const { me, nameOf, ...reader } = useReader();
  // What was cut to the moment at which it was read began before this one.
  const [now] = useState(() => Math.max(reader.now, Date.now()));
  const isMine = held.people.includes(me);
  const [giver, setGiver] = useState<string | null>(isMine ? me : (held.people[0] ?? null));
  const others = candidates(rota, held, giver);
  const [first = "take"] = modes;
  const [mode, setMode] = useState<Mode>(of.mode !== undefined && modes.includes(of.mode) ? of.mode : first);
  const [chosen, setChosen] = useState(suggested ?? others.find((one) => one !== me) ?? "");
  const [term, setTerm] = useState<Typed>(restOf(held, now));
  const takes = mode === "take" || (mode === "swap" && !isMine) ? me : chosen.trim().toLowerCase();
  const offered = returns(rota, held, takes, now);
  const [inReturn, setInReturn] = useState<Typed>();
  const [reason, setReason] = useState("");
  const back = inReturn ?? (offered[0] && restOf(offered[0], now));
  const take = useTake(
    close,
    texts.done(mode, nameOf(takes), takes === me, texts.roleOf(rota.name, held.role)),
  );
  const problems = problemsOf(take.error);
  const submit = () => {
    if (term.to === undefined) return;
    take.mutate({
      ...{ id: rota.id, role: held.role, email: giver, with: takes, reason },
      ...{ from: term.from ?? null, to: term.to },
      ...(mode === "swap" ? { in_return: { from: back?.from ?? null, to: back?.to ?? null } } : {}),
    });
  };
  const isNamed = takes.includes("@");
  const isWhole = term.to !== undefined && isNamed && (mode !== "swap" || back?.from !== undefined);
  return {
    ...{ me, nameOf, now, isMine, giver, setGiver, others, mode, setMode, chosen, term, setTerm },
    ...{ takes, offered, back, setInReturn, reason, setReason, take, problems, submit, isNamed, isWhole },
    choose(text: string) {
      setChosen(text);
      setInReturn(undefined);
    },
  };
}

interface ReturnProps {
  readonly of: Handing;
  readonly takes: string;
  readonly offered: ReturnType<typeof returns>;
  readonly inReturn: Typed | undefined;
  readonly setInReturn: (term: Typed) => void;
  readonly errors: readonly (string | undefined)[];
}

/** A shift of whoever takes this one, which goes the other way. */
function Return({ of: { rota, held }, takes, offered, inReturn, setInReturn, errors }: ReturnProps) {
  const { me, now, nameOf } = useReader();
  const [index, setIndex] = useState("0");
  if (rota.shifts === undefined) return <Rows count={2} />;
  if (offered.length === 0) {
    return <Quiet>{texts.hasNoOtherShift(takes === me ? undefined : nameOf(takes), held.role)}</Quiet>;
  }
  return (
    <>
      <Select
        label={takes === me ? texts.inReturnOfYours : texts.inReturn}
        allowDeselect={false}
        value={index}
        data={offered.map((one, place) => ({ value: String(place), label: termText(one, rota.zone) }))}
        onChange={(value) => {
          const one = offered[Number(value)];
          if (value === null || one === undefined) return;
          setIndex(value);
          setInReturn(restOf(one, now));
        }}
      />
      <TermInputs
        key={index}
        term={inReturn ?? { from: undefined, to: undefined }}
        set={setInReturn}
        zone={rota.zone}
        errors={errors}
        isReturn
      />
    </>
  );
}

/** The address, where a name stands for it. */
function noteOf(email: string, nameOf: (email: string) => string): string | undefined {
  return nameOf(email) === email ? undefined : email;
}

function useTake(close: () => void, text: string) {
  const { slug } = useHere();
  const forget = useForgetRows(slug);
  const notices = useNotice();
  return useMutation({
    mutationFn: async (input: JsonObject) => (await act<Swapped>(slug, namedActions.takeShift, input)).body,
    onSuccess({ run }) {
      forget();
      notices.show({ text, run });
      close();
    },
  });
}

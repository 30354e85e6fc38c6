/** A moment, as somebody types it: on the clocks of a time zone that is named, and shown in it. */
import { TextInput, type TextInputProps } from "@mantine/core";
import { type ChangeEvent, useState } from "react";
import { sentence } from "../forms/context.ts";
import { inZone, isAnIncompleteDate, isSkippedByTheClocks } from "../forms/texts.ts";
import { momentOn, toLocal } from "./local-time.ts";
import * as texts from "./texts.ts";
import { exactMinute, useTypedZone } from "./time.tsx";

interface UntilInputProps {
  /** RFC 3339, as it stands at first; undefined until it is a whole moment. */
  readonly moment: string | undefined;
  readonly set: (moment: string | undefined) => void;
  readonly error?: string | undefined;
}

/** Until when, on the clocks of the organization. */
export function UntilInput(props: UntilInputProps) {
  return <MomentInput label={texts.endsAt} zone={useTypedZone()} mt={8} {...props} />;
}

interface MomentInputProps extends UntilInputProps, Pick<TextInputProps, "mt" | "placeholder"> {
  readonly label: string;
  readonly zone: string;
  /** What an empty one means. */
  readonly about?: string;
}

export function MomentInput({ label, zone, moment, set, error, about = "", ...input }: MomentInputProps) {
  const [text, setText] = useState(moment === undefined ? "" : toLocal(moment, zone));
  const [problem, setProblem] = useState<string>();
  const change = ({ currentTarget: { value, validity } }: ChangeEvent<HTMLInputElement>) => {
    const next = value === "" ? undefined : momentOn(value, zone);
    const skipped = value !== "" && next === undefined ? isSkippedByTheClocks(zone) : undefined;
    setText(value);
    setProblem(validity.badInput ? isAnIncompleteDate : skipped);
    set(next);
  };
  return (
    <TextInput
      {...input}
      label={label}
      type="datetime-local"
      // Years of four digits; with it the browser goes on to the next part after the fourth.
      max="9999-12-31T23:59"
      step="any"
      value={text}
      onChange={change}
      description={`${about} ${inZone(zone, moment === undefined ? "" : `: ${exactMinute(moment, zone)}`)}`.trim()}
      error={error ?? (problem === undefined ? undefined : sentence(problem))}
    />
  );
}

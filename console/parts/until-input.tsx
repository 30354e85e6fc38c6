/** Until when, as somebody types it: on the clocks of their own time zone, and shown in it. */
import { TextInput } from "@mantine/core";
import { type ChangeEvent, useState } from "react";
import { sentence } from "../forms/context.ts";
import { inZone, isAnIncompleteDate, isSkippedByTheClocks } from "../forms/texts.ts";
import { momentOn, toLocal } from "./local-time.ts";
import * as texts from "./texts.ts";
import { exactMinute, useTimeZone } from "./time.tsx";

interface UntilInputProps {
  /** RFC 3339; undefined until it is a whole moment. */
  readonly moment: string | undefined;
  readonly set: (moment: string | undefined) => void;
  readonly error?: string | undefined;
}

export function UntilInput({ moment, set, error }: UntilInputProps) {
  const zone = useTimeZone();
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
      label={texts.endsAt}
      type="datetime-local"
      // Years of four digits; with it the browser goes on to the next part after the fourth.
      max="9999-12-31T23:59"
      step="any"
      mt={8}
      value={text}
      onChange={change}
      description={inZone(zone, moment === undefined ? "" : `: ${exactMinute(moment, zone)}`)}
      error={error ?? (problem === undefined ? undefined : sentence(problem))}
    />
  );
}

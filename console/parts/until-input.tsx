/** A moment, as somebody types it: on the clocks of a time zone that is named, and shown in it. */
import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { inZone, isAnIncompleteDate, isSkippedByTheClocks, timeExample } from "../forms/texts.ts";
import { type TypedMoment, typedMoment, writtenMoment } from "./spoken-time.ts";
import * as texts from "./texts.ts";
import { exactMinute, useTypedZone } from "./time.tsx";
import { sentence } from "./words.ts";

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

interface MomentInputProps extends UntilInputProps, Pick<TextInputProps, "mt" | "placeholder" | "size"> {
  readonly label: string;
  readonly zone: string;
  /** What an empty one means. */
  readonly about?: string;
  /** RFC 3339: the beginning from which a length counts. */
  readonly from?: string | undefined;
  /** A moment that is over: a whole date, or a day. */
  readonly isOver?: true;
}

export function MomentInput({
  label,
  zone,
  moment,
  set,
  error,
  about = "",
  from,
  isOver,
  ...input
}: MomentInputProps) {
  const [now] = useState(Date.now);
  const where = { zone, now, from, ...(isOver && { dateAlone: true, dayBegins: true }) };
  const [text, setText] = useState(moment === undefined ? "" : writtenMoment(moment, zone));
  const [isLeft, setLeft] = useState(true);
  const read = text.trim() === "" ? undefined : typedMoment(text, where);
  const problem = read === undefined ? undefined : problemOf(read, isLeft, zone);
  const change = (value: string) => {
    const next = typedMoment(value, where);
    setText(value);
    setLeft(false);
    set("moment" in next ? next.moment : undefined);
  };
  const leave = () => {
    setLeft(true);
    if (read !== undefined && "moment" in read) setText(writtenMoment(read.moment, zone));
  };
  return (
    <TextInput
      placeholder={timeExample}
      autoComplete="off"
      {...input}
      label={label}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={leave}
      description={`${about} ${inZone(zone, moment === undefined ? "" : `: ${exactMinute(moment, zone)}`)}`.trim()}
      error={error ?? (problem === undefined ? undefined : sentence(problem))}
    />
  );
}

/** Half of a time is no mistake while somebody writes it. */
function problemOf(read: TypedMoment, isLeft: boolean, zone: string): string | undefined {
  if ("skipped" in read) return isSkippedByTheClocks(zone);
  return "unread" in read && isLeft ? isAnIncompleteDate : undefined;
}

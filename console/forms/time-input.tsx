/** Days and moments: half of one, or a time that the clocks skip, is refused and never moved. */
import { TextInput } from "@mantine/core";
import { useContext, useEffect, useState } from "react";
import type { DateField, TimestampField } from "../../src/kernel/field.ts";
import { dayText, minuteText } from "../../src/kernel/readable.ts";
import { momentOn, toLocal } from "../parts/local-time.ts";
import { useTypedZone } from "../parts/time.tsx";
import { narrow, useCommon } from "./common.ts";
import { FormContext, type InputProps } from "./context.ts";
import { Presets } from "./presets.tsx";
import * as texts from "./texts.ts";
import { after, beginningOf, isEnd, lengthPresets, timePresets } from "./time-presets.ts";
import { useEmptied, useTyped } from "./typed.ts";

export function TimestampInput(props: InputProps<TimestampField>) {
  const { description, ...common } = useCommon(props);
  const zone = useTypedZone();
  const typed = useTyped(props, {
    empty: useEmptied(props),
    write: (moment) => (Number.isNaN(Date.parse(String(moment))) ? "" : toLocal(String(moment), zone)),
    read(text) {
      const moment = momentOn(text, zone);
      return moment === undefined ? { problem: texts.isSkippedByTheClocks(zone) } : { value: moment };
    },
    unfinished: texts.isAnIncompleteDate,
  });
  // As of when the form was opened: they must not move under somebody's hand.
  const [now] = useState(Date.now);
  // started_at, resolved_at: what has happened is not to come.
  const isOver = props.name.endsWith("ed_at");
  const lengths = useLengths(props, typed.put);
  const offered = common.disabled || isOver ? [] : timePresets(now, zone, isEnd(props.name));
  const presets =
    lengths ??
    offered.map(({ text, moment }) => ({
      text,
      chosen: props.value === moment,
      choose: () => typed.put(moment),
    }));
  // The browser writes the parts in the order of its own language: 11/10 is two days of the year.
  const chosen = Number.isNaN(Date.parse(String(props.value)))
    ? ""
    : `: ${minuteText(String(props.value), zone)}`;
  return (
    <TextInput
      {...common}
      inputContainer={(input) => (
        <>
          {input}
          <Presets presets={presets} />
        </>
      )}
      type="datetime-local"
      // Years of four digits; with it the browser goes on to the next part after the fourth.
      max="9999-12-31T23:59"
      step="any"
      description={`${description ?? ""} ${texts.inZone(zone, chosen)}`.trim()}
      styles={narrow}
      error={typed.problem ?? common.error}
      {...typed.input}
    />
  );
}

/** Of an end whose beginning is set: lengths that count from it, and go with it when it is moved. Undefined for others. */
function useLengths({ name, path, value, disabled }: InputProps, put: (moment: string) => void) {
  const { current } = useContext(FormContext);
  // Only of the row itself: parts of it have beginnings of their own.
  const of = path === name && disabled !== true ? beginningOf(name) : undefined;
  const set = of === undefined ? undefined : current(of);
  const beginning = typeof set === "string" && !Number.isNaN(Date.parse(set)) ? set : undefined;
  const [chosen, setChosen] = useState<{ readonly lasting: number; readonly end: string }>();
  const moved = chosen !== undefined && value === chosen.end && beginning !== undefined;
  const end = moved ? after(beginning, chosen.lasting) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the beginning alone
  useEffect(() => {
    if (chosen === undefined || end === undefined || end === chosen.end) return;
    setChosen({ ...chosen, end });
    put(end);
  }, [end]);
  if (beginning === undefined) return undefined;
  return lengthPresets.map(({ text, lasting }) => ({
    text,
    chosen: value === after(beginning, lasting),
    choose() {
      setChosen({ lasting, end: after(beginning, lasting) });
      put(after(beginning, lasting));
    },
  }));
}

export function DateInput(props: InputProps<DateField>) {
  const { description, ...common } = useCommon(props);
  const chosen = typeof props.value === "string" ? ` ${dayText(props.value)}.` : "";
  const typed = useTyped(props, {
    empty: useEmptied(props),
    write: String,
    read: (text) => ({ value: text }),
    unfinished: texts.isAnIncompleteDateOrOne,
  });
  return (
    <TextInput
      {...common}
      type="date"
      max="9999-12-31"
      description={`${description ?? ""}${chosen}`.trim()}
      styles={narrow}
      error={typed.problem ?? common.error}
      {...typed.input}
    />
  );
}

/** The labels of an alert in one line, with those completed that alerts of the last week have. */
import { Autocomplete, Group } from "@mantine/core";
import { useState } from "react";
import { figure } from "../../../src/kernel/readable.ts";
import type { KnownLabel } from "../../api/flow-shapes.ts";
import { offersFor } from "../../parts/flow/label-line.ts";
import { Fine } from "../../parts/text.tsx";
import * as texts from "./texts.ts";

interface LabelsInputProps {
  readonly known: readonly KnownLabel[];
  readonly value: string;
  /** What becomes of such an alert. */
  readonly answer: string | undefined;
  readonly onChange: (text: string) => void;
}

export function LabelsInput({ known, value, answer, onChange }: LabelsInputProps) {
  const [opened, setOpened] = useState(false);
  const offers = offersFor(value, known);
  const byLine = new Map(offers.map((offer) => [offer.line, offer]));
  return (
    <Autocomplete
      label={texts.labels}
      placeholder={texts.serviceCheckoutSeverityCritical}
      description={<span aria-live="polite">{answer ?? texts.labelsHelp}</span>}
      className="mono-input"
      maw={720}
      autoComplete="off"
      value={value}
      onChange={onChange}
      data={offers.map(({ line }) => line)}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const offer = byLine.get(option.value);
        return (
          <Group justify="space-between" wrap="nowrap" w="100%" gap="sm">
            <span className="mono clip">{offer?.text}</span>
            <Fine span>{figure(offer?.count ?? 0)}</Fine>
          </Group>
        );
      }}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      // After a name come its values.
      onOptionSubmit={(line) => queueMicrotask(() => setOpened(line.endsWith("=")))}
      clearable
      clearButtonProps={{ "aria-label": texts.clear }}
      onKeyDown={({ key, defaultPrevented }) => {
        // One label a line is how others write them.
        if (key === "Enter" && !defaultPrevented && /\S$/.test(value)) onChange(`${value} `);
      }}
    />
  );
}

/** A text with what is known offered below it while somebody writes: they may write anything else as well. */
import { Combobox, Group, TextInput, type TextInputProps, useCombobox } from "@mantine/core";
import type { ReactNode, Ref } from "react";
import { Fine } from "../parts/text.tsx";
import * as texts from "./texts.ts";

export interface Offered {
  /** What choosing it gives; unique among them. */
  readonly value: string;
  readonly label: string;
  /** At the right, such as how often it is there. */
  readonly note?: string | undefined;
  readonly icon?: ReactNode;
}

interface SuggestingProps extends Omit<TextInputProps, "onChange" | "value"> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly offers: readonly Offered[];
  readonly onChoose: (value: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** It stays a text box to screen readers and keys alike: arrows go through the offers, Enter takes one. */
export function Suggesting({
  value,
  onChange,
  offers,
  onChoose,
  onFocus,
  onBlur,
  ...input
}: SuggestingProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(chosen) => {
        combobox.closeDropdown();
        onChoose(chosen);
      }}
    >
      <Combobox.Target autoComplete="off">
        <TextInput
          {...input}
          value={value}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            combobox.resetSelectedOption();
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => {
            combobox.openDropdown();
            onFocus?.(event);
          }}
          onBlur={(event) => {
            combobox.closeDropdown();
            onBlur?.(event);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offers.length === 0}>
        <Combobox.Options mah={260} style={{ overflowY: "auto" }} aria-label={texts.known}>
          {offers.map((offer) => (
            <Combobox.Option key={offer.value} value={offer.value}>
              <Group gap="sm" wrap="nowrap" justify="space-between">
                <Group gap={6} wrap="nowrap" style={{ minWidth: 0 }}>
                  {offer.icon}
                  <span className="clip">{offer.label}</span>
                </Group>
                <Fine span style={{ flex: "none" }}>
                  {offer.note}
                </Fine>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

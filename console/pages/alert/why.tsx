/** Why somebody was notified of the alert, or was not: a team, a target or any address, and what decided. */
import { Button, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type Ref, useState } from "react";
import { readableIn } from "../../../src/kernel/readable.ts";
import type { WholeAlert, Why } from "../../api/alert-shapes.ts";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import { useDefinition } from "../../api/queries.ts";
import { useChoices } from "../../forms/reference.tsx";
import { type Offered, Suggesting } from "../../forms/suggesting.tsx";
import { kindNames } from "../../kinds/names.ts";
import { Card } from "../../parts/card.tsx";
import { Form } from "../../parts/form.tsx";
import { rowPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { LinkIn } from "../../parts/text.tsx";
import { exactMinute, useTimeZone } from "../../parts/time.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

interface WhyNotifiedProps {
  readonly alert: WholeAlert;
  /** Its field, for a key. */
  readonly field: Ref<HTMLInputElement>;
}

export function WhyNotified({ alert: { id, deliveries }, field }: WhyNotifiedProps) {
  const here = useHere();
  const [text, setText] = useState("");
  const offers = useOffers(text, deliveries);
  const ask = useMutation({
    mutationFn: async (who: string) =>
      (await act<Why>(here.slug, namedActions.explainNotification, { id, ...bodyOf(who) })).body,
  });
  const byLabel = (label: string) =>
    offers.find((offer) => offer.label.toLowerCase() === label.trim().toLowerCase())?.value;
  const choose = (value: string) => {
    setText(offers.find((offer) => offer.value === value)?.label ?? value);
    ask.mutate(value);
  };
  const shown = text.trim().toLowerCase();
  return (
    <Card title={texts.whyNotified} about={texts.whyAbout} my="md">
      <Form submit={() => (shown === "" ? undefined : ask.mutate(byLabel(text) ?? `email ${text.trim()}`))}>
        <Group gap="sm" align="flex-end" wrap="nowrap">
          <Suggesting
            ref={field}
            label={texts.who}
            placeholder={texts.whoExample}
            flex={1}
            value={text}
            onChange={setText}
            onChoose={choose}
            offers={offers.filter(({ label }) => label.toLowerCase().includes(shown)).slice(0, mostOffered)}
          />
          <Button type="submit" loading={ask.isPending}>
            {texts.askWhy}
          </Button>
        </Group>
      </Form>
      <Refusal error={ask.error} />
      {ask.data === undefined ? null : <Answer why={ask.data} />}
    </Card>
  );
}

const mostOffered = 50;

/** Teams, targets, and the addresses that messages of the alert went to. */
function useOffers(text: string, deliveries: WholeAlert["deliveries"]): readonly Offered[] {
  const rows = [
    [kindNames.team, "team_id", useChoices(kindNames.team, text, []), useDefinition(kindNames.team)?.title],
    [
      kindNames.target,
      "target_id",
      useChoices(kindNames.target, text, []),
      useDefinition(kindNames.target)?.title,
    ],
  ] as const;
  const mailed = new Set(
    deliveries.flatMap(({ kind, target }) => (target.includes("@") && kind === "email" ? [target] : [])),
  );
  return [
    ...[...mailed].map((address) => ({ value: `email ${address}`, label: address })),
    ...rows.flatMap(([, member, { choices }, note]) =>
      choices.map(({ value, label }) => ({ value: `${member} ${value}`, label, note })),
    ),
  ];
}

function bodyOf(who: string): Readonly<Record<string, string>> {
  const at = who.indexOf(" ");
  return { [who.slice(0, at)]: who.slice(at + 1) };
}

function Answer({ why: { notified, reason, next_at, steps } }: { readonly why: Why }) {
  const zone = useTimeZone();
  const word = notified === null ? texts.notKnown : notified ? texts.wasNotified : texts.wasNotNotified;
  return (
    <div role="status">
      <Text mt="md" fw={600}>
        {word}
      </Text>
      <Text size="sm" mb="sm">
        {readableIn(reason, zone)}
        {next_at === null ? null : ` ${texts.next(exactMinute(next_at, zone))}`}
      </Text>
      <ol style={{ paddingInlineStart: 20 }}>
        {steps.map((step) => (
          <Text component="li" size="sm" key={step.said} mb={4}>
            <Said {...step} />
          </Text>
        ))}
      </ol>
    </div>
  );
}

/** The row's name leads to its page. */
function Said({ row, said }: Why["steps"][number]) {
  const here = useHere();
  const zone = useTimeZone();
  const text = readableIn(said, zone);
  const quoted = row === null ? "" : JSON.stringify(row.name);
  const at = text.indexOf(quoted);
  if (row === null || at < 0 || row.kind === "alerts") return text;
  return (
    <>
      {text.slice(0, at)}
      <LinkIn to={rowPath(here.slug, row.kind, row.id)}>{row.name}</LinkIn>
      {text.slice(at + quoted.length)}
    </>
  );
}

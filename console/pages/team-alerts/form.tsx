/** A team, where its alerts go, and which ones these are: one form makes all of it, and tests it. */
import { Button, Group, Stack } from "@mantine/core";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { FormContext } from "../../forms/context.ts";
import { LeaveGuard } from "../../forms/leave-dialog.tsx";
import { type Decided, decidedBy, lacking } from "../../forms/variant.ts";
import { Form } from "../../parts/form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import { sentence } from "../../parts/words.ts";
import { type Answers, atInputs, matchersOf } from "./bundle.ts";
import { Channel } from "./channel.tsx";
import { Team, Which } from "./fields.tsx";
import { Result } from "./result.tsx";
import * as texts from "./texts.ts";
import { Problems, useSending } from "./use-sending.ts";

interface TeamAlertsFormProps {
  readonly teams: Definition;
  readonly targets: Definition;
  readonly routes: Definition;
  /** The target's field that says which vendor's it is. */
  readonly deciding: string;
  readonly start: Answers;
}

export function TeamAlertsForm(props: TeamAlertsFormProps) {
  const { targets, deciding, start } = props;
  const [answers, setAnswers] = useState(start);
  // A form of another vendor's fields is shown by what was chosen, so that there always is one.
  const decided = decidedBy(targets.fields, { [deciding]: answers.vendor }) as Decided;
  const sending = useSending({ deciding, title: decided.variant.title });
  const change = (next: Answers) => {
    setAnswers(next);
    // What came back was about what stood there before.
    if (!sending.isIdle && !sending.isPending) sending.reset();
  };
  if (sending.data !== undefined)
    return <Result made={sending.data} another={() => change({ ...start, team: "" })} />;
  return (
    <>
      <LeaveGuard dirty={() => answers !== start && !sending.isPending} />
      <Fields {...props} answers={answers} decided={decided} sending={sending} change={change} />
    </>
  );
}

interface FieldsProps extends TeamAlertsFormProps {
  readonly answers: Answers;
  readonly decided: Decided;
  readonly sending: ReturnType<typeof useSending>;
  readonly change: (answers: Answers) => void;
}

function Fields({ teams, targets, routes, answers, decided, sending, change }: FieldsProps) {
  const [tried, setTried] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const { error, isPending } = sending;
  const { team, target } = answers;
  const missing = missingIn(team, decided, target);
  const refused = refusedAt(error);
  const problems = new Map([...refused, ...(tried ? missing : [])]);
  useFirstEmpty(place);
  const put = (part: Partial<Answers>) => change({ ...answers, ...part });
  const submit = () => {
    setTried(true);
    if (isPending) return;
    if (missing.size === 0) return sending.mutate(answers);
    const [first = ""] = missing.keys();
    place.current?.querySelector<HTMLElement>(`input[data-path="${first}"]`)?.focus();
  };
  const shared = { asked: undefined, disabled: isPending, making: true, note: () => {} };
  return (
    <FormContext value={{ ...shared, problems, tried, decided, current: (name) => target[name] }}>
      <Form ref={place} submit={submit} className="form">
        <Stack gap="xl">
          <Team
            definition={teams}
            value={team}
            error={problems.get("team")}
            disabled={isPending}
            change={(name) => put({ team: name })}
          />
          <Channel
            definition={targets}
            decided={decided}
            target={target}
            choose={(vendor) => put({ vendor, target: {} })}
            change={(next) => put({ target: next })}
          />
          <Which
            definition={routes}
            matchers={matchersOf(answers)}
            change={(matchers) => put({ matchers })}
          />
          {isShown(error, refused) ? null : <Refusal error={error} />}
          <Group gap="sm">
            <Button type="submit" loading={isPending}>
              {texts.send}
            </Button>
            <Quiet>{texts.sendAbout}</Quiet>
          </Group>
        </Stack>
      </Form>
    </FormContext>
  );
}

/** What the service said no to, at the inputs that it is about. */
function refusedAt(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof Problems)) return new Map();
  return new Map([...atInputs(error.problems)].map(([path, message]) => [path, sentence(message)]));
}

/** Whether the inputs show all of it. */
function isShown(error: unknown, refused: ReadonlyMap<string, string>): boolean {
  return error instanceof Problems && error.problems.length === refused.size;
}

/** What the form cannot do without, by the paths of its inputs. */
function missingIn(team: string, decided: Decided, target: Answers["target"]): ReadonlyMap<string, string> {
  return new Map([
    ...(team.trim() === "" ? [["team", texts.noTeam] as const] : []),
    ...lacking(decided, target).map((path) => [path, texts.missing] as const),
  ]);
}

/** It begins with typing: the team, or where the address names it, what the vendor asks for. */
function useFirstEmpty(place: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const inputs = place.current?.querySelectorAll<HTMLInputElement>("input[data-path]") ?? [];
    [...inputs].find(({ value }) => value === "")?.focus({ preventScroll: true });
  }, [place]);
}

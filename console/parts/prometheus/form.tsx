/** "Your Prometheus": one question makes its connector and its data source, and tests them at once. */
import { Button, Group, PasswordInput, Stack, Switch, TextInput } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { AskOutcome } from "../../api/engine-shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { Outcome } from "../../kinds/connection-tests/outcome.tsx";
import type { OwnFormProps } from "../../kinds/part-props.ts";
import { PlainButton } from "../buttons.tsx";
import { Fold } from "../fold.tsx";
import { Form } from "../form.tsx";
import { Refusal } from "../refusal.tsx";
import { Quiet } from "../text.tsx";
import { type Answers, noAnswers, useConnect } from "./connect.ts";
import { Result } from "./result.tsx";
import * as texts from "./texts.ts";

interface PrometheusFormProps extends OwnFormProps {
  /** Below the form, as long as it is there. */
  readonly children?: ReactNode;
}

export function PrometheusForm({ called, onMade, children }: PrometheusFormProps) {
  const [answers, setAnswers] = useState<Answers>({ ...noAnswers, name: called });
  const [empty, setEmpty] = useState(false);
  const connect = useConnect();
  const { data, error, isPending } = connect;
  const address = useRef<HTMLInputElement>(null);
  useEffect(() => address.current?.focus(), []);
  const problems = problemsOf(error);
  const change = (part: Partial<Answers>) => {
    setAnswers({ ...answers, ...part });
    setEmpty(false);
    // What came back was about what stood there before.
    if (!connect.isIdle && !isPending) connect.reset();
  };
  const submit = (untested: boolean) => {
    if (isPending) return;
    if (answers.url.trim() === "") {
      setEmpty(true);
      address.current?.focus();
      return;
    }
    connect.mutate(
      { answers, untested },
      { onSuccess: ({ made }) => (made === undefined ? undefined : onMade?.(made.dataSourceId)) },
    );
  };
  if (data?.made !== undefined) return <Result made={data.made} outcome={data.outcome} />;
  return (
    <>
      <Form submit={() => submit(false)} className="form">
        <Stack gap="lg">
          <TextInput
            ref={address}
            label={texts.address}
            description={texts.addressHelp}
            placeholder={texts.httpPrometheusExampleCom9090}
            className="mono-input"
            withAsterisk
            inputMode="url"
            autoComplete="off"
            data-path="url"
            value={answers.url}
            error={empty ? texts.noAddress : problems.get("url")}
            onChange={({ currentTarget }) => change({ url: currentTarget.value })}
          />
          <PasswordInput
            label={texts.token}
            description={texts.tokenHelp}
            autoComplete="new-password"
            data-path="token"
            value={answers.token}
            error={problems.get("token")}
            onChange={({ currentTarget }) => change({ token: currentTarget.value })}
          />
          <Advanced answers={answers} change={change} problems={problems} />
          <Group gap="sm">
            <Button type="submit" loading={isPending}>
              {texts.connect}
            </Button>
            <Quiet>{texts.nothingMade}</Quiet>
          </Group>
          <div aria-live="polite">
            {problems.size > 0 ? null : <Refusal error={error} />}
            {data?.outcome === undefined ? null : <Failed outcome={data.outcome} save={() => submit(true)} />}
          </div>
        </Stack>
      </Form>
      {children}
    </>
  );
}

interface FailedProps {
  readonly outcome: AskOutcome;
  readonly save: () => void;
}

/** What came back, and the way on where only its agent reaches it. */
function Failed({ outcome, save }: FailedProps) {
  return (
    <Stack gap="sm">
      <div>
        <Outcome outcome={outcome} />
      </div>
      <Group gap="sm">
        <PlainButton onClick={save}>{texts.anyway}</PlainButton>
        <Quiet style={{ flex: "1 1 200px" }}>{texts.anywayAbout}</Quiet>
      </Group>
    </Stack>
  );
}

interface AdvancedProps {
  readonly answers: Answers;
  readonly change: (part: Partial<Answers>) => void;
  readonly problems: ReadonlyMap<string, string>;
}

function Advanced({ answers, change, problems }: AdvancedProps) {
  const inside = (["name", "username", "password"] as const).some((name) => problems.has(name));
  const input = (name: "name" | "username" | "tenant", description?: string) => (
    <TextInput
      label={{ name: texts.name, username: texts.username, tenant: texts.tenant }[name]}
      description={description}
      autoComplete="off"
      data-path={name}
      value={answers[name]}
      error={problems.get(name)}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  );
  return (
    <Fold label={texts.advanced} holds={texts.advancedHolds} shown={inside}>
      <Stack gap="lg">
        {input("name", texts.nameHelp)}
        {input("username")}
        <PasswordInput
          label={texts.password}
          autoComplete="new-password"
          data-path="password"
          value={answers.password}
          error={problems.get("password")}
          onChange={({ currentTarget }) => change({ password: currentTarget.value })}
        />
        {input("tenant", texts.tenantHelp)}
        <Switch
          label={texts.mimir}
          description={texts.mimirHelp}
          checked={answers.mimir}
          onChange={({ currentTarget }) => change({ mimir: currentTarget.checked })}
        />
      </Stack>
    </Fold>
  );
}

/** What the form asks for next to the channel: the team, and which alerts these are. */
import { Autocomplete, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { rowsQuery } from "../../api/queries.ts";
import { MatchersInput } from "../../kinds/special/alert-routes/matcher-input.tsx";
import { useFlow } from "../../parts/flow/use-flow.ts";
import { Fine } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import { unseenIn } from "./bundle.ts";
import * as texts from "./texts.ts";
import { hintOf, unseenText } from "./words.ts";

interface TeamProps {
  readonly definition: Definition;
  readonly value: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly change: (name: string) => void;
}

export function Team({ definition, value, error, disabled, change }: TeamProps) {
  const here = useHere();
  const { data } = useQuery({ ...rowsQuery(here.slug, definition), staleTime: 30_000 });
  const known = (data?.data ?? []).map(({ name }) => String(name));
  return (
    <Autocomplete
      label={texts.team}
      description={data === undefined ? texts.teamHelp : hintOf(value.trim(), known)}
      withAsterisk
      maw={420}
      autoComplete="off"
      data-path="team"
      data={known}
      // It has the focus when the page opens: what is below must be seen then.
      openOnFocus={false}
      value={value}
      error={error}
      disabled={disabled}
      onChange={change}
    />
  );
}

interface WhichProps {
  readonly definition: Definition;
  readonly matchers: readonly string[];
  readonly change: (matchers: readonly string[]) => void;
}

/** With how many alerts of the last week have each label. */
export function Which({ definition: { fields }, matchers, change }: WhichProps) {
  const field = fields.matchers;
  const flow = useFlow().data;
  if (field?.type !== "list") return null;
  const unseen = flow === undefined ? [] : unseenIn(matchers, flow.labels);
  return (
    <div>
      <MatchersInput
        name="matchers"
        path="matchers"
        field={field}
        label={texts.alerts}
        value={[...matchers]}
        onChange={(next) => change(Array.isArray(next) ? next.map(String) : [])}
      />
      {unseen.length === 0 ? null : (
        <Text size="sm" mt={6} aria-live="polite">
          {unseenText(unseen)}
        </Text>
      )}
      <Fine mt={6}>{texts.alertsHelp}</Fine>
    </div>
  );
}

/** Drop files or paste a text, say which set it is, and see what it would change. */
import { Alert, Autocomplete, Button, Group, Paper, Select, Stack, Switch, Text, Title } from "@mantine/core";
import { useRef, useState } from "react";
import { figure } from "../../../src/kernel/readable.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../api/calls.ts";
import type { Plan, PlanHead, PlanSet } from "../../api/plan-shapes.ts";
import { useDefinitions } from "../../api/queries.ts";
import { LeaveGuard } from "../../forms/leave-dialog.tsx";
import { SmallButton } from "../../parts/buttons.tsx";
import { Files } from "../../parts/files.tsx";
import { Form } from "../../parts/form.tsx";
import { useMakePlan } from "../../parts/plans/use-plan.ts";
import { noticeText } from "../../parts/plans/words.ts";
import { messageOf, Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import type { TextFile } from "../../parts/text-file.ts";
import type { placesIn, SourceProblem } from "./bundle.ts";
import { goToLine, LinedText } from "./lined-text.tsx";
import * as texts from "./texts.ts";

export interface BundleFormProps {
  readonly sets: readonly PlanSet[];
  readonly onMade: (plan: Plan) => void;
}

type Prune = PlanHead["prune"];

/** What was pasted, among files. */
const theText = texts.theText;

const prunes: readonly { readonly value: Prune; readonly label: string }[] = [
  { value: "none", label: texts.stayAsTheyAre },
  { value: "delete", label: texts.areDeleted },
  { value: "detach", label: texts.leaveTheSet },
];

export function BundleForm({ sets, onMade }: BundleFormProps) {
  const [files, setFiles] = useState<readonly TextFile[]>([]);
  const [text, setText] = useState("");
  const [owner, setOwner] = useState<Ownership>({ set: "", prune: "none", adopt: false });
  const [problems, setProblems] = useState<readonly SourceProblem[]>([]);
  const { kinds } = useDefinitions();
  const area = useRef<HTMLTextAreaElement>(null);
  const make = useMakePlan();
  // The way to the plan that was made loses nothing.
  const planned = useRef(false);
  const empty = files.length === 0 && text.trim() === "";
  const submit = async () => {
    if (empty || make.isPending) return;
    const pasted = text.trim() === "" ? [] : [{ name: theText, text }];
    const sources = [...files, ...pasted];
    const set = owner.set.trim();
    const found = await read(sources, set !== "" && owner.prune !== "none");
    setProblems(found.problems);
    if (found.problems.length > 0) return;
    const owned = set === "" ? {} : { set, prune: owner.prune, ...(owner.adopt ? { adopt: true } : {}) };
    make.mutate(
      { action: namedActions.planChanges, input: { bundle: found.bundle, ...owned } },
      {
        onSuccess(plan) {
          // What is wrong is put right here, where it was written.
          if (plan.problems.length > 0) return setProblems(placed(plan, found.placesIn(sources), kinds));
          planned.current = true;
          onMade(plan);
        },
      },
    );
  };
  return (
    <Paper component="section" aria-label={texts.planABundle} mb="xl" className="form">
      <LeaveGuard dirty={() => !empty && !planned.current} />
      <Form submit={submit}>
        <Title order={2} mb={4}>
          {texts.planABundle}
        </Title>
        <Quiet mb="sm">{texts.yamlOrJson}</Quiet>
        <Files
          files={files}
          change={(chosen) => {
            setProblems([]);
            setFiles(chosen);
          }}
          hint={texts.yamlAndJsonFilesHere}
          accept=".json,.yaml,.yml"
        />
        <LinedText
          text={text}
          area={area}
          marked={linesOf(problems)}
          change={(pasted) => {
            setProblems([]);
            setText(pasted);
          }}
          placeholder={"teams:\n  - name: Payments"}
        />
        <Problems problems={problems} goTo={(line) => goToLine(area.current, line)} />
        <Owner sets={sets} owner={owner} change={setOwner} />
        <Stack mt="md" gap={0}>
          <Refusal error={make.error} />
          <Group justify="flex-end">
            <Button type="submit" disabled={empty} loading={make.isPending}>
              {texts.plan}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Paper>
  );
}

/** The problems of a plan, each where it stands in the sources. */
function placed(
  { problems }: Plan,
  placeOf: ReturnType<typeof placesIn>,
  kinds: readonly Definition[],
): readonly SourceProblem[] {
  return problems.map((problem) => ({
    name: theText,
    ...placeOf(problem),
    message: noticeText(kinds, problem),
  }));
}

/** The lines of what was pasted that have a problem. */
function linesOf(problems: readonly SourceProblem[]): ReadonlySet<number> {
  const lines = problems.flatMap(({ name, line }) => (name === theText && line !== undefined ? [line] : []));
  return new Set(lines);
}

interface Ownership {
  /** Empty for no set. */
  readonly set: string;
  readonly prune: Prune;
  readonly adopt: boolean;
}

interface OwnerProps extends Pick<BundleFormProps, "sets"> {
  readonly owner: Ownership;
  readonly change: (owner: Ownership) => void;
}

/** The set that owns the rows, and what becomes of those that are its own or not named. */
function Owner({ sets, owner, change }: OwnerProps) {
  return (
    <>
      <Group mt="sm" align="flex-start" gap="md">
        <Autocomplete
          label={texts.set}
          description={texts.whoOwnsTheRowsWithout}
          placeholder="platform-repo"
          data={sets.map(({ name }) => name)}
          value={owner.set}
          onChange={(set) => change({ ...owner, set })}
          maw={320}
        />
        <Select
          label={texts.rowsOfTheSet}
          disabled={owner.set.trim() === ""}
          allowDeselect={false}
          data={[...prunes]}
          value={owner.prune}
          onChange={(value) => change({ ...owner, prune: (value ?? "none") as Prune })}
          maw={320}
        />
      </Group>
      <Switch
        mt="sm"
        label={texts.takeOverRows}
        disabled={owner.set.trim() === ""}
        checked={owner.adopt}
        onChange={({ currentTarget }) => change({ ...owner, adopt: currentTarget.checked })}
      />
    </>
  );
}

/** The reader of YAML is loaded with the first bundle. */
async function read(sources: readonly TextFile[], prunes: boolean) {
  try {
    const { bundleOf, placesIn } = await import("./bundle.ts");
    return { ...bundleOf(sources, prunes), placesIn };
  } catch (error) {
    const problems = [{ name: texts.theReaderOfYaml, message: messageOf(error) }];
    return { bundle: {}, problems, placesIn: () => () => undefined };
  }
}

interface ProblemsProps {
  readonly problems: readonly SourceProblem[];
  /** Shows a line of what was pasted. */
  readonly goTo: (line: number) => void;
}

/** As editors and compilers write it: file, line, column, and what is wrong there. */
function Problems({ problems, goTo }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Alert color="red" mt="sm" role="alert" title={texts.problems(figure(problems.length))}>
      <ul className="problem-list">
        {problems.map((problem) => {
          const { name, line, column, message } = problem;
          const place = [name, ...(line === undefined ? [] : [texts.atLine(line)])];
          if (column !== undefined) place.push(texts.atColumn(column));
          const text = `${place.join(", ")}: ${message}`;
          return (
            <li key={text} className="problem-line">
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                {text}
              </Text>
              {name === theText && line !== undefined ? (
                <SmallButton size="compact-xs" aria-label={texts.goToLine(line)} onClick={() => goTo(line)}>
                  {texts.goToIt}
                </SmallButton>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}

/** The tool, its files, and whether both sides are compared. */
import { Button, Group, Paper, Select, Switch } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import type { MigrationPreview } from "../../api/migration-shapes.ts";
import { useDefinitions } from "../../api/queries.ts";
import { Files, Pasted } from "../../parts/files.tsx";
import { Form } from "../../parts/form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import type { TextFile } from "../../parts/text-file.ts";
import { useHere } from "../../shell/session.ts";
import type { Previewed } from "./previewed.ts";
import * as texts from "./texts.ts";
import { sourceTitle } from "./words.ts";

interface MoveInFormProps {
  readonly onPreviewed: (previewed: Previewed) => void;
  /** What was read is no longer what is in the form. */
  readonly onChanged: () => void;
}

export function MoveInForm({ onPreviewed, onChanged }: MoveInFormProps) {
  const here = useHere();
  const sources = useSources();
  const [source, setSource] = useState(sources.find((name) => name === "alertmanager") ?? sources[0] ?? "");
  const [chosen, setChosen] = useState<readonly TextFile[]>([]);
  const [text, setText] = useState("");
  const [prove, setProve] = useState(true);
  const preview = useMutation({
    mutationFn: async (files: readonly TextFile[]) => {
      const sent = files.map(({ name, text: content }) => ({ name, content }));
      const input = { source, files: sent, prove };
      return (await act<MigrationPreview>(here.slug, namedActions.previewMigration, input)).body;
    },
    onSuccess: (answer) => onPreviewed({ source, preview: answer }),
  });
  const changing =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      preview.reset();
      onChanged();
      set(value);
    };
  const files = [...chosen, ...(text.trim() === "" ? [] : [{ name: texts.theText, text }])];
  const submit = () => {
    if (files.length > 0 && !preview.isPending) preview.mutate(files);
  };
  return (
    <Paper component="section" aria-label={texts.whatYouRunToday} mb="xl" className="form">
      <Form submit={submit}>
        <Select
          label={texts.from}
          allowDeselect={false}
          data={sources.map((value) => ({ value, label: sourceTitle(value) }))}
          value={source}
          onChange={(value) => changing(setSource)(value ?? "")}
          maw={320}
          mb="sm"
        />
        <Files
          files={chosen}
          change={changing(setChosen)}
          hint={texts.itsFilesHereThey}
          accept=".json,.yaml,.yml,.tf,.tfstate"
        />
        <Pasted text={text} change={changing(setText)} placeholder={"route:\n  receiver: on-call"} />
        <Switch
          mt="sm"
          label={texts.proveThatItNotifies}
          checked={prove}
          onChange={({ currentTarget }) => changing(setProve)(currentTarget.checked)}
        />
        <div className="below">
          <Refusal error={preview.error} />
        </div>
        <Group justify="flex-end" mt="md">
          <Button type="submit" disabled={files.length === 0} loading={preview.isPending}>
            {texts.showWhatItBecomes}
          </Button>
        </Group>
      </Form>
    </Paper>
  );
}

/** The tools that the service reads, in its order. */
function useSources(): readonly string[] {
  const { actions } = useDefinitions();
  const field = actions.find(({ name }) => name === namedActions.previewMigration)?.fields.source;
  return field?.type === "choice" ? field.choices : [];
}

/** What the gate would say of the service with the policy as it stands in the form, saved or not. */
import { Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { namedActions } from "../../../api/calls.ts";
import { Refused } from "../../../api/client.ts";
import { readQuery } from "../../../api/queries.ts";
import type { GateDecision } from "../../../api/shapes.ts";
import { Refusal } from "../../../parts/refusal.tsx";
import { useHere } from "../../../shell/session.ts";
import { hindranceOf, inputOf } from "../../connection-tests/unsaved.ts";
import type { FormPartProps } from "../../part-props.ts";
import { Verdict } from "./gate-verdict.tsx";
import * as texts from "./texts.ts";

export function GatePreview({ definition, form }: FormPartProps) {
  const here = useHere();
  const ready = hindranceOf(definition, form) === undefined;
  const [settled] = useDebouncedValue(JSON.stringify(inputOf(form)), 300);
  const { data, error, isFetching } = useQuery({
    ...readQuery<GateDecision>(here.slug, namedActions.previewGate, JSON.parse(settled)),
    placeholderData: keepPreviousData,
    enabled: ready,
    retry: false,
  });
  if (!ready) return null;
  // What cannot be saved is reported at its field, by the save.
  const wrong = error instanceof Refused && error.status === 422;
  return (
    <section aria-label={texts.theGateWithTheseSettings} aria-live="polite" aria-busy={isFetching}>
      <Title order={2} mb="sm" className="section">
        {texts.theGateWithTheseSettings}
      </Title>
      <Refusal error={wrong ? null : error} />
      {data === undefined || error !== null ? null : <Verdict decision={data} />}
    </section>
  );
}

/** What can be done with a plan: apply it, take it back, or make it anew; and where not, why. */
import { Button, Group, List, Text, TextInput } from "@mantine/core";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Reason } from "../../../src/kernel/reasons.ts";
import { namedActions } from "../../api/calls.ts";
import { Refused } from "../../api/client.ts";
import type { Plan } from "../../api/plan-shapes.ts";
import { useDefinitions } from "../../api/queries.ts";
import { useHere } from "../../shell/session.ts";
import { PlainButton } from "../buttons.tsx";
import { Form } from "../form.tsx";
import { pathOf } from "../paths.ts";
import { Refusal } from "../refusal.tsx";
import { RichText } from "../rich-text.tsx";
import { LinkTo, Quiet } from "../text.tsx";
import { Moment } from "../time.tsx";
import { keyName, oneOf, roleOf, words } from "../words.ts";
import * as texts from "./texts.ts";
import { useApplyPlan, useMakePlan, usePlanRequest } from "./use-plan.ts";
import { levelOf, summaryText } from "./words.ts";

export interface ApplyBarProps {
  readonly plan: Plan;
  /** What applying it is called, where that says more. */
  readonly act?: string | undefined;
  /** Shown next to Apply, such as a dialog's Cancel. */
  readonly cancel?: ReactNode;
  readonly onApplied?: () => void;
  /** Another plan took the place of this one: it was made anew, or takes this one back. */
  readonly onMade: (plan: Plan) => void;
}

export function ApplyBar({ plan, act = texts.apply, cancel, onApplied, onMade }: ApplyBarProps) {
  const apply = useApplyPlan();
  const make = useMakePlan();
  const request = usePlanRequest(plan.id);
  const stale = reasonOf(apply.error) === "plan_stale";
  const again =
    request === undefined ? null : (
      <Button
        variant={plan.status === "open" && !stale ? "default" : "filled"}
        loading={make.isPending}
        onClick={() => make.mutate(request, { onSuccess: onMade })}
      >
        {texts.planAgain}
      </Button>
    );
  const undo = () =>
    make.mutate({ action: namedActions.undoPlan, input: { id: plan.id } }, { onSuccess: onMade });
  const refused = apply.error ?? make.error;
  const refusal = useRef<HTMLDivElement>(null);
  // The bar is seen wherever the page stands, and what was refused has to be, too.
  useEffect(() => {
    if (refused !== null) refusal.current?.scrollIntoView({ block: "center" });
  }, [refused]);
  return (
    <>
      <div ref={refusal} className="below">
        {stale ? <Stale error={apply.error} /> : <Refusal error={apply.error} />}
        <Refusal error={make.error} />
      </div>
      <Group className="bar" justify="space-between" mt="xl">
        <Quiet aria-live="polite" component="div" style={{ flex: "1 1 220px" }}>
          <Standing plan={plan} stale={stale} remade={request !== undefined} />
        </Quiet>
        {plan.status === "applied" ? (
          <PlainButton loading={make.isPending} onClick={undo}>
            {texts.undo}
          </PlainButton>
        ) : (
          <Group gap="xs">
            {cancel}
            {plan.status === "open" && !stale ? (
              <ApplyForm
                plan={plan}
                act={isHeld(plan) ? texts.propose : act}
                busy={apply.isPending}
                apply={(allowDeletes) =>
                  apply.mutate({ id: plan.id, allowDeletes }, { onSuccess: () => onApplied?.() })
                }
              />
            ) : (
              again
            )}
          </Group>
        )}
      </Group>
    </>
  );
}

/** Others have to look first, so that its apply becomes a proposal: the question for it is asked then. */
function isHeld({ warnings }: Plan): boolean {
  return warnings.some(({ reason }) => reason === "needs_approval");
}

function reasonOf(error: unknown): Reason | undefined {
  return error instanceof Refused ? error.body.reason : undefined;
}

interface StandingProps {
  readonly plan: Plan;
  readonly stale: boolean;
  /** Whether the page can make it anew by itself. */
  readonly remade: boolean;
}

/** How the plan stands, and what to do where it cannot be applied. */
function Standing({ plan, stale, remade }: StandingProps) {
  const way = remade ? texts.planItAgain : texts.planTheBundleAgain;
  if (plan.status === "applied")
    return <RichText of={texts.appliedUndoMakesAPlan} moment={<Moment at={plan.applied_at} />} />;
  if (plan.status === "invalid") return <>{texts.itCannotBeAppliedFix}</>;
  if (plan.status === "expired")
    return <RichText of={texts.itExpiredRowsMay} moment={<Moment at={plan.expires_at} />} way={way} />;
  if (stale) return <>{texts.itCannotBeAppliedAny(way)}</>;
  return (
    <RichText
      of={texts.expires}
      summary={summaryText(plan.summary, false)}
      moment={<Moment at={plan.expires_at} />}
    />
  );
}

/** Deletes that need no second word. */
const freeDeletes = 10;

interface ApplyFormProps {
  readonly plan: Plan;
  readonly act: string;
  readonly busy: boolean;
  readonly apply: (allowDeletes: number | undefined) => void;
}

function ApplyForm({ plan, act, busy, apply }: ApplyFormProps) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const id = useId();
  const [typed, setTyped] = useState("");
  const level = levelOf(plan.changes, kinds);
  const may = here.allows(level);
  const deletes = plan.summary.delete;
  const many = deletes > freeDeletes;
  const meant = !many || typed.trim() === String(deletes);
  const submit = () => {
    if (may && meant && !busy) apply(many ? deletes : undefined);
  };
  return (
    <Form submit={submit}>
      <Group gap="xs" align="end">
        {may ? null : (
          <Text size="sm" id={id}>
            {texts.applyingItNeedsTheRole(roleOf(level))}
          </Text>
        )}
        {may && many ? (
          <TextInput
            size="xs"
            label={texts.typeToDeleteRows(deletes)}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        ) : null}
        <Button
          type="submit"
          disabled={!may || !meant}
          loading={busy}
          color={deletes > 0 ? "red.9" : "accent"}
          {...(may ? {} : { "aria-describedby": id })}
        >
          {act}
        </Button>
      </Group>
    </Form>
  );
}

/** Rows were changed since the plan was made: which ones. */
function Stale({ error }: { readonly error: unknown }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const moved = error instanceof Refused ? (error.body.moved ?? []) : [];
  return (
    <>
      <Refusal error={error} title={texts.rowsHaveChangedSince} />
      <List size="sm" mb="md" className="inline">
        {moved.map(({ resource, key, id }) => {
          const definition = kinds.find(({ kind }) => kind === resource);
          const name = definition === undefined ? resource : oneOf(definition);
          const named = key === null ? id : keyName(kinds, resource, key);
          return (
            <List.Item key={`${resource}/${id}`}>
              {definition?.shape === "collection" ? `${words(name)} ` : ""}
              {id === "" ? (
                named
              ) : (
                <LinkTo to={pathOf(here.slug, kinds, resource, id)} underline="always">
                  {named}
                </LinkTo>
              )}
            </List.Item>
          );
        })}
      </List>
    </>
  );
}

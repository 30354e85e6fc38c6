/** What plans were for: the proposal that was applied by one, or the set whose files it was made from. */
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { namedActions } from "../../api/calls.ts";
import type { Plans } from "../../api/plan-shapes.ts";
import type { ProposalHead, Proposals } from "../../api/proposal-shapes.ts";
import { readQuery } from "../../api/queries.ts";
import { useHere } from "../../shell/session.ts";
import { planPath, proposalPath } from "../paths.ts";
import { RichText } from "../rich-text.tsx";
import { LinkIn } from "../text.tsx";
import * as texts from "./texts.ts";

interface Whys {
  readonly proposals: ReadonlyMap<string, ProposalHead>;
  readonly sets: ReadonlyMap<string, string>;
}

const none: Whys = { proposals: new Map(), sets: new Map() };
const WhysContext = createContext(none);

/** As many as the service lists at once: of older ones a line says that it was a plan. */
const most = 200;

/** Within it lines say what plans were for; elsewhere they say that there was one. */
export function WithWhys({ children }: { readonly children: ReactNode }) {
  const { slug } = useHere();
  const plans = useQuery({ ...readQuery<Plans>(slug, namedActions.listPlans, {}), staleTime: 30_000 });
  const proposals = useQuery({
    ...readQuery<Proposals>(slug, namedActions.listProposals, { limit: most }),
    staleTime: 30_000,
  });
  const known = useMemo(
    () => ({
      proposals: new Map(
        (proposals.data?.data ?? []).flatMap((one) => [
          ...(one.plan_id === null ? [] : [[one.plan_id, one] as const]),
          ...(one.undo_plan_id === null ? [] : [[one.undo_plan_id, one] as const]),
        ]),
      ),
      sets: new Map(
        (plans.data?.data ?? []).flatMap(({ id, set }) => (set === null ? [] : [[id, set] as const])),
      ),
    }),
    [plans.data, proposals.data],
  );
  return <WhysContext value={known}>{children}</WhysContext>;
}

/** " by the proposal New crew", " by a plan of the set shop", " by a plan": with the way to it. */
export function ByPlan({ plan }: { readonly plan: string }) {
  const { slug } = useHere();
  const { proposals, sets } = useContext(WhysContext);
  const proposal = proposals.get(plan);
  if (proposal !== undefined)
    return (
      <RichText
        of={texts.byTheProposal}
        title={<LinkIn to={proposalPath(slug, proposal.id)}>{proposal.title}</LinkIn>}
      />
    );
  const set = sets.get(plan);
  return (
    <RichText
      of={set === undefined ? texts.byAPlan : texts.byAPlanOfTheSet}
      set={set}
      link={(part) => <LinkIn to={planPath(slug, plan)}>{part}</LinkIn>}
    />
  );
}

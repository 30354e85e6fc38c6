/** Proposals as the service has them, and what people do about them. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import type { Proposal, ProposalHead, Proposals, Verb } from "../../api/proposal-shapes.ts";
import { readQuery, useForgetRows } from "../../api/queries.ts";
import { useHere } from "../../shell/session.ts";
import { useAttention } from "../use-attention.ts";
import { isUnseen, isWatched } from "./words.ts";

/** The service looks at what is watched every 10 seconds. */
const watchMs = 5_000;

export const proposalQuery = (org: string, id: string) =>
  readQuery<Proposal>(org, namedActions.getProposal, { id });

/** As it would be now; of one that is watched the figures move. */
export function useProposal(id: string) {
  const { slug } = useHere();
  return useQuery({
    ...proposalQuery(slug, id),
    // Each read plans it anew: what is under the reader's eyes is not moved by a look at another window.
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isWatched(data) ? watchMs : false),
  });
}

/** Those that wait for somebody, and those that were applied: the service has few of them. */
const most = 200;

/** Those of these states, one state after the other. */
export function useLiveProposals() {
  const { slug } = useHere();
  return useQuery({
    queryKey: ["read", slug, namedActions.listProposals, "live"],
    queryFn: async () => {
      const all: ProposalHead[] = [];
      for (const status of ["open", "approved", "applied"]) {
        const { body } = await act<Proposals>(slug, namedActions.listProposals, { status, limit: most });
        all.push(...body.data);
      }
      return all;
    },
    refetchInterval: 30_000,
  });
}

/** Those that changed the row past change policies, and that nobody has looked at; most rows have none, and ask for none. */
export function useUnseen(kind: string, id: string) {
  const { slug } = useHere();
  const attention = useAttention();
  const some = attention.data?.sections.some(
    ({ section, data }) => section === "proposals" && data.length > 0,
  );
  const which = { row: `${kind}/${id}`, status: "applied", limit: most };
  const { data } = useQuery({
    ...readQuery<Proposals>(slug, namedActions.listProposals, which),
    enabled: some === true,
  });
  return (data?.data ?? []).filter(isUnseen);
}

/** After something was done about a proposal, its page has the answer, and all else is read again. */
function useTaken() {
  const { slug } = useHere();
  const client = useQueryClient();
  const forget = useForgetRows(slug);
  return (proposal: Proposal) => {
    forget();
    client.setQueryData(proposalQuery(slug, proposal.id).queryKey, proposal);
  };
}

export interface Decision {
  readonly act: Verb;
  readonly digest: string;
  readonly comment: string;
}

export function useDecide(id: string) {
  const say = useSaid(namedActions.decideProposal);
  return useMutation({
    mutationFn: ({ comment, ...decision }: Decision) =>
      say.send({ id, ...decision, ...(comment.trim() === "" ? {} : { comment }) }),
    onSuccess: say.taken,
  });
}

export function useComment(id: string) {
  const say = useSaid(namedActions.commentOnProposal);
  return useMutation({
    mutationFn: (said: JsonObject) => say.send({ id, ...said }),
    onSuccess: say.taken,
  });
}

/** What is said of a proposal counts once, also where its answer is lost and the person presses once more. */
function useSaid(action: string) {
  const { slug } = useHere();
  const taken = useTaken();
  const last = useRef<{ readonly text: string; readonly key: string }>(undefined);
  return {
    async send(input: JsonObject): Promise<Proposal> {
      const text = JSON.stringify(input);
      if (last.current?.text !== text) last.current = { text, key: newKey() };
      const headers = { "idempotency-key": last.current.key };
      return (await act<Proposal>(slug, action, input, undefined, headers)).body;
    },
    taken(proposal: Proposal) {
      last.current = undefined;
      taken(proposal);
    },
  };
}

/** Also where the console is not reached by https, where browsers make no UUIDs. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((one) => one.toString(16).padStart(2, "0"))
    .join("");
}

/** Keeps a change as a proposal. */
export function useMade() {
  const taken = useTaken();
  return useMutation({ mutationFn: (make: () => Promise<Proposal>) => make(), onSuccess: taken });
}

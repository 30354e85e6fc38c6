/**
 * A call that writes rows, as a proposal in its place: it is decided as ever, up to its commit, and what it asks for is
 * kept for people to look at. Every such operation has its counterpart here, and doors choose between the two.
 */
import { unprocessable } from "../kernel/problem.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { Call } from "./context.ts";
import { proposeName, takesOverride } from "./flat-input.ts";
import { Gathered, Gathering } from "./gathering.ts";
import type { ConfigurationOperation, OperationAnswer, OperationInput } from "./operation.ts";
import type { PlanRequest } from "./plan/edits.ts";

/** Runs the call up to its commit. @returns what it asks of rows */
async function gathered(call: Call, run: (call: Call) => Promise<unknown>): Promise<PlanRequest> {
  const gathering = new Gathering();
  // Whoever changes rows keeps the answer in the transaction that changes them, at its end.
  const keep = async () => {
    throw new Gathered();
  };
  try {
    await run({ ...call, gathering, keeping: { keep }, afterwards: undefined });
  } catch (error) {
    if (error instanceof Gathered) return gathering.request;
    throw error;
  }
  throw new Error("a call that was to be proposed was made");
}

/** Keeps what a call asks for. @param reason what the call says of why; empty: nothing */
export type KeepProposal = (call: Call, request: PlanRequest, reason: string) => Promise<JsonObject>;

/** What a proposal is made by, and how it is shown again. */
export interface ProposalOfCall {
  readonly operation: Pick<ConfigurationOperation, "level" | "output" | "again">;
  readonly keep: KeepProposal;
}

/** The operations, each that writes rows or plans to with its counterpart. */
export function withProposals<O>(operations: readonly O[], proposal: ProposalOfCall): O[] {
  return operations.map((operation) =>
    isProposable(operation) ? { ...operation, asProposal: counterpart(operation, proposal) } : operation,
  );
}

function isProposable(operation: unknown): operation is ConfigurationOperation {
  const { credential, proposed } = operation as ConfigurationOperation;
  if (credential !== "bearer" || typeof proposed === "object") return false;
  return proposed === "as_plan" || takesOverride(operation as ConfigurationOperation);
}

function counterpart(
  operation: ConfigurationOperation,
  { operation: { level, output, again }, keep }: ProposalOfCall,
): ConfigurationOperation {
  const { whileSuspended: _, asksOthers: _asks, media: _media, effect, ...same } = operation;
  return {
    ...same,
    ...{ level, output, proposes: true },
    ...(again && { again }),
    // Nothing is lost by it.
    question: async () => undefined,
    effect: effect === "read" ? "create" : effect,
    async run(call, input): Promise<OperationAnswer> {
      refuseReasons(input);
      const request = await gathered(call, (own) => operation.run(own, input));
      const { reason } = input.body;
      return { status: 202, body: await keep(call, request, typeof reason === "string" ? reason : "") };
    },
  };
}

/** What holds nothing back is said by whoever applies it. */
function refuseReasons({ overrideTests, breakGlass }: OperationInput): void {
  const named = { override_tests: overrideTests, break_glass: breakGlass };
  const problems = Object.entries(named)
    .filter(([, value]) => value !== undefined)
    .map(([field]) => ({ field, message: `does not go with ${proposeName}; leave one of them out` }));
  if (problems.length > 0) throw unprocessable(problems);
}

/** Of a call with that query, what is asked for, as far as its head says it: what the query cannot mean is refused later. */
export function askedAtHead(
  operation: ConfigurationOperation,
  query: URLSearchParams,
): ConfigurationOperation {
  return (query.get(proposeName) === "true" && operation.asProposal) || operation;
}

/** @throws Refusal 422 where the query asks for what the operation has no counterpart for, or for neither of the two */
export function refuseWrongPropose(operation: Proposable, query: URLSearchParams): void {
  const sent = query.get(proposeName);
  if (sent !== null) proposedInstead(operation, { true: true, false: false }[sent] ?? sent);
}

/** An operation of any door; those of accounts have no counterpart. */
type Proposable = Pick<ConfigurationOperation, "name" | "proposed" | "asProposal">;

/** What is asked for with this value of `propose`. @throws Refusal 422 where it is neither true nor false, or has no counterpart */
export function proposedInstead<O extends Proposable>(
  operation: O,
  sent: unknown,
): O | ConfigurationOperation {
  if (sent !== true && sent !== false)
    throw unprocessable([{ field: proposeName, message: "must be true or false" }]);
  if (operation.asProposal !== undefined) return sent ? operation.asProposal : operation;
  const { proposed } = operation;
  const why = typeof proposed === "object" ? proposed.never : "it writes no row of the configuration";
  const message = `cannot be asked of ${operation.name}, because ${why}; leave it out`;
  throw unprocessable([{ field: proposeName, message }]);
}

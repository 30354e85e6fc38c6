/**
 * Compares one organization's log with its chain, for its admins in the console: an account operation
 * and no tool, since it reads every record there is. `orgconfig audit verify` has no such bound, and checks the
 * whole installation.
 */
import type { AccountOperation } from "../../../engine/operation.ts";
import { boolean, integer, list, object, text } from "../../../kernel/field.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { type ChainReport, maxProblems, type Verification, verifyChain } from "./verify.ts";

/** A second or so of reading; longer logs are the command's. */
const maxRecords = 50_000;

export function verifyCall(verification: Verification): AccountOperation {
  const underway = new Map<string, Promise<ChainReport>>();

  /** People who ask at the same time share one walk. */
  function verify(organization: string): Promise<ChainReport> {
    const walk =
      underway.get(organization) ??
      walkOf(verification, organization).finally(() => underway.delete(organization));
    underway.set(organization, walk);
    return walk;
  }

  return {
    name: "verify_audit_log",
    scans: "long",
    tag: "organization",
    title: "Verify the audit log",
    description: `Checks every record of the organization's audit log against the chain of seals. For logs of at most ${maxRecords} records; the command orgconfig audit verify checks any. That the chain was not set back to an earlier state of itself is proved only by that command, with heads from the service's log.`,
    method: "GET",
    path: "/api/v1/organizations/{org}/audit/verification",
    credential: "session",
    level: "admin",
    subject: "audit",
    status: 200,
    output: { value: output },
    async run({ caller }) {
      if (caller === undefined) throw new Error("the call was served without its caller");
      const { records, sealed, unsealed, head, problems } = await verify(caller.organization.id);
      return {
        body: {
          verified: problems.length === 0,
          records,
          sealed,
          unsealed,
          head: head === null ? null : { position: head.position, seal: head.seal },
          problems: problems.map(({ message }) => message),
        },
      };
    },
  };
}

async function walkOf(verification: Verification, organization: string): Promise<ChainReport> {
  const { store } = verification;
  return store.snapshot(async (view) => {
    const { records } = await view.counts(organization);
    if (records > maxRecords) {
      throw new Refusal(
        "unprocessable_entity",
        `The log holds ${records} records, and this call reads at most ${maxRecords}: run orgconfig audit verify.`,
        { reason: "too_long" },
      );
    }
    return verifyChain({ ...verification, view }, organization);
  });
}

const output = object({
  description: "How the log agrees with its chain.",
  fields: {
    verified: boolean({
      description: "Whether every record is as it was sealed, in its place, and written by the service.",
    }),
    records: integer({ description: "Records in the log.", min: 0 }),
    sealed: integer({ description: "Links of the chain.", min: 0 }),
    unsealed: integer({ description: "Records that wait to be sealed, which takes a second or so.", min: 0 }),
    head: object({
      description:
        "Where the chain ends, to compare with the heads in the service's log; null before a seal.",
      nullable: true,
      fields: {
        position: integer({ description: "The last link's place.", min: 0 }),
        seal: text({ description: "The last link's seal." }),
      },
    }),
    problems: list({
      description: "What does not agree.",
      max: maxProblems,
      items: text({ description: "One disagreement." }),
    }),
  },
});

/** Proposals, and what was done about them, on PostgreSQL. */
import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import type { RowOf } from "../../../database/statement.ts";
import { sql } from "./queries.generated.ts";
import { type Act, type Head, noProgress, type Progress, type Proposal, type Shown } from "./stored.ts";

export type ProposalStore = ReturnType<typeof createProposalStore>;
export type ProposalReader = ReturnType<typeof readsOver>;
export type ProposalWriter = ReturnType<typeof writesOver>;

/** A proposal in a list. */
export type ProposalHead = Omit<Proposal, "sealedRequest" | "shown" | "touches">;

/** Other proposals that are looked at for conflicts. */
const mostOthers = 50;

export function createProposalStore(database: Database) {
  return bindable<ProposalReader, ProposalWriter>(database, writesOver);
}

function readsOver(database: Connection) {
  return {
    async find(organizationId: string, id: string): Promise<Proposal | undefined> {
      const [found] = await database.query(sql.getProposal, { organizationId, id });
      return found && read(found);
    },
    /** The newest first. @param which of this status, and of those that change this row, as `kind/id` */
    async list(
      organizationId: string,
      { status, row }: { readonly status?: string | undefined; readonly row?: string | undefined },
      limit: number,
      before?: Pick<Proposal, "createdAt" | "id">,
    ): Promise<ProposalHead[]> {
      const [beforeAt, beforeId] = [before?.createdAt ?? null, before?.id ?? null];
      const asked = { status: status ?? null, touching: row ?? null };
      const which = { organizationId, ...asked, beforeAt, beforeId, limit };
      return (await database.query(sql.listProposals, which)).map(({ head, progress, ...rest }) => ({
        ...rest,
        ...readForm(head, progress),
      }));
    },
    /** Those that may wait for people, the newest first; of those that were taken back, those that are younger. */
    async pressing(organizationId: string, since: Date, limit: number): Promise<ProposalHead[]> {
      const found = await database.query(sql.listPressingProposals, { organizationId, since, limit });
      return found.map(({ head, progress, ...rest }) => ({ ...rest, ...readForm(head, progress) }));
    },
    async countSince(organizationId: string, since: Date): Promise<number> {
      const [found] = await database.query(sql.countNewProposals, { organizationId, since });
      return found?.count ?? 0;
    },
    /** Others that nobody has decided on, and that change one of the same rows. */
    async others(organizationId: string, id: string, touches: readonly string[]) {
      if (touches.length === 0) return [];
      const which = { organizationId, id, touches, limit: mostOthers };
      return (await database.query(sql.listProposalsTouching, which)).map((other) => ({
        id: other.id,
        title: (JSON.parse(other.head) as Head).title,
        changes: (JSON.parse(other.shown) as Shown).changes,
      }));
    },
    /** Those that wait, and that the author made under this title, the newest first. */
    async waitingOf(organizationId: string, { authorId, title }: { authorId: string; title: string }) {
      const which = { organizationId, authorId, title, limit: mostOthers };
      return (await database.query(sql.listWaitingProposalsOfAuthor, which)).map(({ head, ...rest }) => ({
        ...rest,
        head: JSON.parse(head) as Head,
      }));
    },
    /** Those whose plans these are, and those that were kept at one of these moments together with what they did. */
    async doneBy(organizationId: string, planIds: readonly string[], moments: readonly Date[]) {
      const which = { organizationId, planIds, moments };
      return (await database.query(sql.listDoneProposals, which)).map(({ head, progress, ...rest }) => ({
        ...rest,
        ...readForm(head, progress),
      }));
    },
    /** Of any organization: those whose moment has come. */
    due: (now: Date, limit: number) => database.query(sql.listDueProposals, { now, limit }),
    async acts(organizationId: string, proposalId: string): Promise<Act[]> {
      const found = await database.query(sql.listProposalActs, { organizationId, proposalId });
      return found.map(({ act }) => JSON.parse(act) as Act);
    },
  };
}

function writesOver(database: Connection) {
  return {
    ...readsOver(database),
    /** The proposal, locked until the transaction's end. */
    async lock(organizationId: string, id: string): Promise<Proposal | undefined> {
      const [found] = await database.query(sql.getProposalLocked, { organizationId, id });
      return found && read(found);
    },
    async insert(organizationId: string, proposal: Proposal): Promise<void> {
      const { head, shown, progress, touches, ...rest } = proposal;
      await database.query(sql.insertProposal, {
        ...{ organizationId, ...rest, touches: [...touches] },
        ...{ head: JSON.stringify(head), shown: JSON.stringify(shown), progress: JSON.stringify(progress) },
      });
    },
    async update(organizationId: string, proposal: Proposal): Promise<void> {
      const { id, status, digest, shown, touches, progress, dueAt } = proposal;
      await database.query(sql.updateProposal, {
        ...{ organizationId, id, status, digest, dueAt, touches: [...touches] },
        ...{ shown: JSON.stringify(shown), progress: JSON.stringify(progress) },
      });
    },
    /** The proposal is locked. */
    async add(organizationId: string, proposalId: string, act: Act): Promise<void> {
      await database.query(sql.insertProposalAct, { organizationId, proposalId, act: JSON.stringify(act) });
    },
  };
}

function read({ head, shown, progress, ...rest }: RowOf<typeof sql.getProposal>): Proposal {
  return {
    ...rest,
    ...readForm(head, progress),
    shown: JSON.parse(shown) as Shown,
  };
}

/** Those of before there were steps have none. */
function readForm(head: string, progress: string) {
  return {
    head: { steps: [], asks: [], owners: [], ...JSON.parse(head) } as Head,
    progress: { ...noProgress, ...JSON.parse(progress) } as Progress,
  };
}

/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";
import type { Columns } from "./column-types.ts";

interface Queries {
  countNewProposals: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly count: number;
    };
  };
  getProposal: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly status: Columns["proposals.status"];
      readonly authorId: string;
      readonly sealedRequest: string;
      readonly head: string;
      readonly digest: string;
      readonly shown: string;
      readonly touches: readonly string[];
      readonly progress: string;
      readonly createdAt: Date;
      readonly dueAt: Date | null;
    };
  };
  getProposalLocked: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly status: Columns["proposals.status"];
      readonly authorId: string;
      readonly sealedRequest: string;
      readonly head: string;
      readonly digest: string;
      readonly shown: string;
      readonly touches: readonly string[];
      readonly progress: string;
      readonly createdAt: Date;
      readonly dueAt: Date | null;
    };
  };
  insertProposal: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly status: string;
      readonly authorId: string;
      readonly sealedRequest: string;
      readonly head: string;
      readonly digest: string;
      readonly shown: string;
      readonly touches: readonly string[];
      readonly progress: string;
      readonly createdAt: Date | string;
      readonly dueAt: Date | string | null;
    };
    readonly row: never;
  };
  insertProposalAct: {
    readonly parameters: {
      readonly organizationId: string;
      readonly proposalId: string;
      readonly act: string;
    };
    readonly row: never;
  };
  listDoneProposals: {
    readonly parameters: {
      readonly organizationId: string;
      readonly moments: readonly (Date | string)[];
      readonly planIds: readonly string[];
    };
    readonly row: {
      readonly id: string;
      readonly head: string;
      readonly progress: string;
      readonly touches: readonly string[];
      readonly createdAt: Date;
    };
  };
  listDueProposals: {
    readonly parameters: {
      readonly now: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
    };
  };
  listPressingProposals: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly status: Columns["proposals.status"];
      readonly authorId: string;
      readonly head: string;
      readonly digest: string;
      readonly progress: string;
      readonly createdAt: Date;
      readonly dueAt: Date | null;
    };
  };
  listProposalActs: {
    readonly parameters: {
      readonly organizationId: string;
      readonly proposalId: string;
    };
    readonly row: {
      readonly act: string;
    };
  };
  listProposals: {
    readonly parameters: {
      readonly organizationId: string;
      readonly status: string | null;
      readonly touching: string | null;
      readonly beforeAt: Date | string | null;
      readonly beforeId: string | null;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly status: Columns["proposals.status"];
      readonly authorId: string;
      readonly head: string;
      readonly digest: string;
      readonly progress: string;
      readonly createdAt: Date;
      readonly dueAt: Date | null;
    };
  };
  listProposalsTouching: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly touches: readonly string[];
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly head: string;
      readonly shown: string;
    };
  };
  listSealedProposals: {
    readonly parameters: {
      readonly afterOrganizationId: string;
      readonly afterId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly id: string;
      readonly sealed_request: string;
    };
  };
  listWaitingProposalsOfAuthor: {
    readonly parameters: {
      readonly organizationId: string;
      readonly authorId: string;
      readonly title: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly head: string;
      readonly sealedRequest: string;
    };
  };
  replaceSealedProposal: {
    readonly parameters: {
      readonly after: string;
      readonly organizationId: string;
      readonly id: string;
      readonly before: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  updateProposal: {
    readonly parameters: {
      readonly status: string;
      readonly digest: string;
      readonly shown: string;
      readonly touches: readonly string[];
      readonly progress: string;
      readonly dueAt: Date | string | null;
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
}

export const sql = readQueries<Queries>("proposals", new URL("queries/", import.meta.url));

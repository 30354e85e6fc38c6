/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  claimDueGitSync: {
    readonly parameters: {
      readonly busy: readonly string[];
      readonly holder: string;
      readonly leaseMs: number;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
      readonly pushedCommits: readonly string[];
      readonly pushes: boolean;
      readonly isRetried: boolean;
      readonly newest: string;
      readonly hasMoved: boolean;
    };
  };
  claimGitSync: {
    readonly parameters: {
      readonly organizationId: string;
      readonly holder: string;
      readonly leaseMs: number;
      readonly id: string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
      readonly pushedCommits: readonly string[];
      readonly pushes: boolean;
      readonly newest: string;
      readonly hasMoved: boolean;
    };
  };
  deleteGitSync: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  findGitHostKeys: {
    readonly parameters: {
      readonly organizationId: string;
      readonly host: string;
    };
    readonly row: {
      readonly knownHosts: string;
    };
  };
  findGitSync: {
    readonly parameters: {
      readonly id: string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
      readonly enabled: boolean;
    };
  };
  keepGitHostKeys: {
    readonly parameters: {
      readonly organizationId: string;
      readonly host: string;
      readonly knownHosts: string;
      readonly trusted: boolean;
    };
    readonly row: never;
  };
  keepGitPushedCommits: {
    readonly parameters: {
      readonly commits: readonly string[];
      readonly organizationId: string;
      readonly id: string;
      readonly holder: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  putGitSync: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly url: string;
      readonly enabled: boolean;
      readonly pollSeconds: number;
      readonly pushes: boolean;
    };
    readonly row: never;
  };
  releaseGitSync: {
    readonly parameters: {
      readonly seen: number | string;
      readonly retrySeconds: number | null;
      readonly organizationId: string;
      readonly id: string;
      readonly holder: string;
    };
    readonly row: never;
  };
  renewGitSync: {
    readonly parameters: {
      readonly leaseMs: number;
      readonly organizationId: string;
      readonly id: string;
      readonly holder: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  wakeGitPushes: {
    readonly parameters: {
      readonly kinds: readonly string[];
    };
    readonly row: never;
  };
  wakeGitSync: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
}

export const sql = readQueries<Queries>("git", new URL("queries/", import.meta.url));

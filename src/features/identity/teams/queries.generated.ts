/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  getPresentMember: {
    readonly parameters: {
      readonly organizationId: string;
      readonly emailFolded: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  listMembersByEmail: {
    readonly parameters: {
      readonly organizationId: string;
      readonly emailsFolded: readonly string[];
    };
    readonly row: {
      readonly email: string;
    };
  };
  listMembersOfTeams: {
    readonly parameters: {
      readonly organizationId: string;
      readonly teamIds: readonly string[];
      readonly limit: number | string;
    };
    readonly row: {
      readonly teamId: string;
      readonly id: string;
      readonly email: string;
      readonly name: string;
      readonly role: string;
    };
  };
  listPresentAdmins: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly id: string;
      readonly email: string;
      readonly name: string;
    };
  };
  listPresentMembers: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly userId: string;
      readonly email: string;
      readonly emailFolded: string;
      readonly name: string;
    };
  };
}

export const sql = readQueries<Queries>("teams", new URL("queries/", import.meta.url));

/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../database/statement.ts";

interface Queries {
  countAlertsByDay: {
    readonly parameters: {
      readonly zone: string;
      readonly organizationId: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly day: string;
      readonly count: number;
    };
  };
  countChangesByDay: {
    readonly parameters: {
      readonly zone: string;
      readonly organizationId: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly day: string;
      readonly count: number;
    };
  };
  countDeliveriesByDay: {
    readonly parameters: {
      readonly zone: string;
      readonly organizationId: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly day: string;
      readonly count: number;
    };
  };
  forgetFigures: {
    readonly parameters: {
      readonly span: number;
      readonly before: Date | string;
    };
    readonly row: never;
  };
  getFigures: {
    readonly parameters: {
      readonly step: number;
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly since: Date | string;
      readonly until: Date | string;
    };
    readonly row: {
      readonly at: Date;
      readonly field: string;
      readonly mean: number;
      readonly least: number;
      readonly most: number;
    };
  };
  thinFigures: {
    readonly parameters: {
      readonly span: number;
      readonly before: Date | string;
      readonly limit: number | string;
      readonly longer: number;
    };
    readonly row: {
      readonly rows: number;
    };
  };
}

export const sql = readQueries<Queries>("figures", new URL("queries/", import.meta.url));

/** What the doctor and the metrics read of the database as a whole. */
import type { Connection } from "../../../database/database.ts";
import { runningNodes } from "../../../database/nodes.ts";
import { staleAfterMinutes } from "../../../kernel/staleness.ts";
import { sql } from "./queries.generated.ts";

/** Fewer dead rows are not worth a word. */
const leastDead = 20_000;
/** So many of what is not in order are named. */
const mostNamed = 10;

export function createDoctorStore(database: Pick<Connection, "query">) {
  return {
    async facts() {
      const [facts] = await database.query(sql.getDatabaseFacts, {});
      if (facts === undefined) throw new Error("the database answered no row");
      return facts;
    },
    bloated: () => database.query(sql.listBloatedTables, { least: leastDead, limit: mostNamed }),
    async extensions(): Promise<readonly string[]> {
      return (await database.query(sql.listExtensions, {})).map(({ name }) => name);
    },
    nodes: () => runningNodes(database),
    agents: () => database.query(sql.countAgents, {}),
    failingEngines: () =>
      database.query(sql.listFailingEngines, { silentMinutes: staleAfterMinutes, limit: mostNamed }),
    async waiting() {
      const [waiting] = await database.query(sql.getWorkWaiting, {});
      if (waiting === undefined) throw new Error("the database answered no row");
      return waiting;
    },
  };
}

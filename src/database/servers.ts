/** The one of several servers that takes writes. */
import pg from "pg";
import { type ConditionRow, clockOf, conditionText, ReadOnlyDatabase } from "./condition.ts";
import { codeOf } from "./failures.ts";
import type { ServerPlace } from "./server-address.ts";

/** What a pool connects with: a client that looks for the server at first. */
export function clientOf(places: readonly ServerPlace[], config: pg.ClientConfig): typeof pg.Client {
  let finding: Promise<ServerPlace> | undefined;
  /** Connections that are opened at once are led by one look. */
  const find = () => {
    finding ??= firstThatWrites(places, config).finally(() => {
      finding = undefined;
    });
    return finding;
  };
  const found = class extends Connecting {
    override connect(callback?: Connected): Promise<unknown> | undefined {
      const connected = find().then((place) => {
        Object.assign(this, place);
        return super.connect();
      });
      if (callback === undefined) return connected;
      connected.then(() => callback(), callback);
      return undefined;
    }
  };
  return found as unknown as typeof pg.Client;
}

type Connected = (error?: unknown) => void;

/** With a callback as the pool calls it, and without. */
const Connecting = pg.Client as unknown as new (
  config?: pg.ClientConfig,
) => { connect(callback?: Connected): Promise<unknown> | undefined };

/** A look at one server, in milliseconds: less than anybody waits for a connection. */
const lookMs = 2_000;

/** In the order of the address, as libpq goes by it; asked all at once, so that one that says nothing costs little. */
async function firstThatWrites(
  places: readonly ServerPlace[],
  config: pg.ClientConfig,
): Promise<ServerPlace> {
  const looks = await Promise.all(places.map((place) => look(place, config)));
  const found = looks.indexOf(undefined);
  if (found !== -1) return places[found] as ServerPlace;
  const failures = looks as readonly Error[];
  // One that answers and takes no writes says the most: a failover that is not over.
  const failure = failures.find((error) => error instanceof ReadOnlyDatabase) ?? (failures[0] as Error);
  const said = failures.map(
    (error, index) => `${places[index]?.host}:${places[index]?.port}: ${error.message}`,
  );
  if (failure instanceof ReadOnlyDatabase) throw failure;
  throw Object.assign(new Error(`no server takes writes: ${said.join("; ")}`), { code: codeOf(failure) });
}

/** Why the server is not the one; undefined where it takes writes. */
async function look(place: ServerPlace, config: pg.ClientConfig): Promise<Error | undefined> {
  const bounds = { connectionTimeoutMillis: lookMs, query_timeout: lookMs };
  const client = Object.assign(new pg.Client({ ...config, ...bounds }), place);
  client.on("error", () => {}); // the look fails by it
  try {
    await client.connect();
    const { rows } = await client.query<ConditionRow>(conditionText);
    clockOf(rows[0] as ConditionRow);
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    // Not waited for: it may say nothing any more.
    client.end().catch(() => {});
  }
}

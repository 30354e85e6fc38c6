/** A rota whose people have devices, an alert route to it, and what comes to them. */
import type { Json } from "../../src/kernel/field.ts";
import { created, makeScene, type Scene } from "../alerts/support.ts";
import type { TestService } from "../support/service.ts";
import { type Person, siteOf } from "../support/sign-in.ts";

export interface PagingScene extends Scene {
  readonly organizationId: string;
  readonly rota: string;
  readonly people: readonly Person[];
  /** A new alert begins. @returns its id */
  fire(name: string, labels?: Readonly<Record<string, string>>): Promise<string>;
  end(name: string): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  alert(id: string): Promise<any>;
}

/** What is due is done when the test says so: nothing of it happens by itself, however long a test takes. */
export async function stopTimed({ service }: TestService): Promise<void> {
  const { alerts, delivery, drills, handOvers, pages } = service;
  const timed = [alerts, delivery, drills, handOvers, pages].flatMap(({ background = [] }) => background);
  await Promise.all(timed.map((one) => one.stop()));
}

/** @param roles who of the people is on call always, by role */
export async function pagingScene(
  app: TestService,
  roles: Readonly<Record<string, readonly number[]>> = { primary: [0], secondary: [1] },
): Promise<PagingScene> {
  const made = await makeScene(app);
  const { id: organizationId } = made.tenant.organization;
  const site = siteOf(app);
  const people: Person[] = [];
  for (const name of ["ada", "ben", "cy"])
    people.push(
      await site.makeMember(organizationId, "member", `${name}@${made.tenant.organization.slug}.example`),
    );
  const rota = await created(made, "on_call_rotas", {
    name: "Payments",
    timezone: "UTC",
    rotations: Object.entries(roles).map(([role, turns]) => ({
      ...{ name: role, role, starts_on: "2020-01-01", handover: { every: 1, unit: "days" } },
      turns: [{ people: turns.map((at) => people[at]?.email as string) }],
    })),
  });
  await route(made, [{ rota_id: rota }]);
  const startsAt = new Date().toISOString();
  const say = (name: string, more: object, labels = {}) =>
    made.notify({ group: name }, [{ name, startsAt, labels: { service: "shop", ...labels }, ...more }]);
  return {
    ...made,
    ...{ organizationId, rota, people },
    async fire(name, labels = { severity: "critical" }) {
      await say(name, {}, labels);
      const { data } = (await made.tenant.api("GET", "alerts")).body;
      return data.find(({ title }: { title: string }) => title === name).id;
    },
    async end(name) {
      await say(name, { endsAt: new Date().toISOString() });
    },
    alert: async (id) => (await made.tenant.api("GET", `alerts/${id}`)).body,
  };
}

export async function route(made: Scene, destinations: readonly Json[]): Promise<void> {
  const { status, text } = await made.tenant.config("PUT", `alert_routes/${made.route}`, {
    body: { destinations, group_wait_seconds: 0 },
    headers: { "if-match": "*" },
  });
  if (status !== 200) throw new Error(text);
}

/** A second of the database's clock later, for pages. */
export async function pass(
  app: TestService,
  { organizationId }: PagingScene,
  seconds: number,
): Promise<void> {
  const back = `- interval '${seconds} seconds'`;
  await app.database.execute(
    `UPDATE pages SET begun_at = begun_at ${back}, due_at = due_at ${back} WHERE organization_id = '${organizationId}'`,
  );
  await app.service.pages.flush();
}

/** What spans say of where statements and requests go. */
import { expect, it } from "vitest";
import { callForm, databaseAttributes, requestForm } from "../../src/tracing/forms.ts";

it("names a database without its user and password, whatever form its address has", () => {
  const system = { "db.system.name": "postgresql" };
  const at = (address: string, port: number) => ({ "server.address": address, "server.port": port });
  const cases: [string | undefined, object][] = [
    [undefined, {}],
    [
      "postgres://ada:geheim@db.example.com/config",
      { "db.namespace": "config", ...at("db.example.com", 5_432) },
    ],
    ["postgresql://ada@[::1]:6432/config?password=geheim", { "db.namespace": "config", ...at("::1", 6_432) }],
    ["postgres:///config?host=/var/run/postgresql", { "db.namespace": "config" }],
    ["postgres://db/%zz", { "db.namespace": "%zz", ...at("db", 5_432) }],
    ["postgres://ada:geheim@one:5432,two:5432/config", {}],
  ];
  for (const [url, expected] of cases) expect(databaseAttributes(url)).toEqual({ ...system, ...expected });
});

it("names methods that there are, and no other", () => {
  expect(requestForm("PATCH")).toMatchObject({
    name: "PATCH",
    attributes: { "http.request.method": "PATCH" },
  });
  expect(requestForm("PROPFIND")).toMatchObject({
    name: "HTTP",
    attributes: { "http.request.method": "_OTHER", "http.request.method_original": "PROPFIND" },
  });
});

it("names an address of version 6 without brackets", () => {
  const call = { method: "GET", host: "[2001:db8::1]", port: 443, organizationId: "org_1", use: "engine" };
  expect(callForm(call).attributes["server.address"]).toBe("2001:db8::1");
});

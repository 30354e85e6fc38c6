/** Several servers in DATABASE_URL, as libpq reads them. */
import { expect, it } from "vitest";
import { serversOf } from "../../src/database/server-address.ts";

it("are read from the address or from its parameters", () => {
  const both = [
    { host: "one", port: 5432 },
    { host: "::1", port: 6000 },
  ];
  expect(
    serversOf("postgres://u:p@one,[::1]:6000/db?sslmode=require&target_session_attrs=read-write"),
  ).toEqual({
    url: "postgres://u:p@one:5432/db?sslmode=require",
    places: both,
  });
  expect(serversOf("postgresql:///db?host=one,two&port=6001")).toEqual({
    url: "postgresql://one:6001/db",
    places: [
      { host: "one", port: 6001 },
      { host: "two", port: 6001 },
    ],
  });
  expect(serversOf("postgres://u@/db?host=/run/one,/run/two").url).toBe("postgres://u@/db?host=%2Frun%2Fone");
});

it("stay as they are where there is one alone", () => {
  for (const address of ["postgres://u:100%@h/db", "postgres:///db?host=/run", "postgres://u:a,b@h/db"])
    expect(serversOf(address)).toEqual({ url: address, places: [] });
  expect(serversOf("postgres://h/db?target_session_attrs=primary").url).toBe("postgres://h/db");
});

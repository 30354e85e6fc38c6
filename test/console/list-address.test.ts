import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedSearch, readAddress, viewSearch, viewText } from "../../console/parts/list-address.ts";

describe("a list's address", () => {
  it("says what is searched, filtered, sorted and shown", () => {
    const search = {
      q: "pay",
      "is.status": "down,degraded",
      sort: "-name",
      page: "3",
      columns: "name,status",
    };
    const { where, ...rest } = readAddress(search);
    expect(rest).toEqual({ q: "pay", sort: "-name", page: 3, columns: ["name", "status"] });
    expect([...where]).toEqual([["status", ["down", "degraded"]]]);
  });

  it("begins anew at the first page when something else changes, and leaves what is not the list's", () => {
    const search = { service: "checkout", q: "pay", page: "3" };
    expect(changedSearch(search, { sort: "name" })).toEqual({ service: "checkout", q: "pay", sort: "name" });
    expect(changedSearch(search, { page: 4 })).toEqual({ service: "checkout", q: "pay", page: "4" });
    expect(changedSearch(search, { q: "" })).toEqual({ service: "checkout" });
  });

  it.each(["0", "-1", "x", "1.5", ""])("reads the page %j as the first", (page) => {
    expect(readAddress({ page }).page).toBe(1);
  });

  it("keeps in a view all but the page and what is not the list's", () => {
    const text = viewText({ service: "checkout", q: "a b&c", "is.team_id": "", page: "2" });
    expect(viewSearch(text)).toEqual({ q: "a b&c", "is.team_id": "" });
  });

  it("gives back every filter, whatever its values hold", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 5 }), (values) => {
        const search = changedSearch({}, { where: new Map([["name", values]]) });
        const text = new URLSearchParams(search).toString();
        expect(readAddress(viewSearch(text)).where.get("name")).toEqual(values);
      }),
    );
  });

  it("takes a percent sign that somebody wrote by hand", () => {
    expect(readAddress({ "is.name": "50%" }).where.get("name")).toEqual(["50%"]);
  });
});

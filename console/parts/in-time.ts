/** Parts of the program that pages are made of: loaded when they are needed, or before, when there is time. */
import type { QueryClient } from "@tanstack/react-query";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { isTransient, send } from "../api/client.ts";
import { askForHelp } from "../api/queries.ts";
import { loadTypeface } from "./typeface.ts";

const loads = new Set<() => Promise<unknown>>();
const pauseMs = 2_000;

/** Loads a part as soon as the service can be reached; what is gone for good, after an upgrade, is thrown. */
export function inTime<T>(load: () => Promise<T>): () => Promise<T> {
  loads.add(load);
  return async () => {
    for (;;) {
      try {
        return await load();
      } catch (error) {
        if (await serviceAnswers()) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  };
}

/** A component that is loaded so, by its name in its module. */
// biome-ignore lint/suspicious/noExplicitAny: React itself bounds so what can be loaded later
export function later<N extends string, M extends Readonly<Record<N, ComponentType<any>>>>(
  load: () => Promise<M>,
  name: N,
): LazyExoticComponent<M[N]> {
  const loaded = inTime(load);
  return lazy(async () => ({ default: (await loaded())[name] }));
}

/** Loads what no page has needed yet, so that pages open while the service is away, too. @returns what ends the waiting */
export function loadRest(client: QueryClient): () => void {
  return whenQuiet(client, () => {
    // Pages with a form wait for the help, so that it does not share a slow line with what nobody has asked for.
    void askForHelp(client).then(() => {
      loadTypeface().catch(() => {});
      for (const load of loads) load().catch(() => {});
    });
  });
}

/** Once nothing is asked for, because a slow line brings one thing after the other. @returns what ends the waiting */
function whenQuiet(client: QueryClient, act: () => void): () => void {
  // A page that was drawn a moment ago may be about to ask.
  const begin = () => {
    if (client.isFetching() > 0) return;
    stop();
    act();
  };
  const look = () => {
    if (client.isFetching() > 0) return;
    if ("requestIdleCallback" in window) requestIdleCallback(begin);
    else setTimeout(begin, pauseMs);
  };
  const stop = client.getQueryCache().subscribe(look);
  look();
  return stop;
}

async function serviceAnswers(): Promise<boolean> {
  return send("get_session").then(
    () => true,
    (error) => !isTransient(error),
  );
}

/** What `.ci/run` takes in turns, a third each time: see `thirds` of vitest.config.ts. */

/** Whether all is run. */
export function isWhole(): boolean {
  return turn() === "";
}

/** Whether the turn of what has this place has come. */
export function isTurnOf(place: number): boolean {
  return isWhole() || place % 3 === Number(turn());
}

/** Read when it is asked for: `npm test` has none, whatever the variable says. */
function turn(): string {
  return process.env.TEST_TURN ?? "";
}
